import Glibc
import ZooScan
import ZooWeb

/// `zooscan serve`: shows the animals in a page, and takes photos there.
enum Serve {
    static let description = CommandDescription(
        name: "serve", summary: "show the animals in a page, and scan photos there",
        operands: nil,
        options: [
            OptionDescription(
                "port", .integer(0...65535), "the port of the page; 0 takes one that is free",
                standard: "\(WebServer.Address.standardPort)"),
            OptionDescription(
                "host", .text(named: "HOST"),
                "listen there, so that other machines and phones reach the page by the link with an access token that is "
                    + "printed; 0.0.0.0 stands for all addresses of this machine",
                standard: "only this machine, at \(WebServer.Address.standardHost)"),
            OptionDescription("open", .none, "open the page in the browser"),
            StoreArguments.store,
        ] + ModelArguments.all,
        sections: [
            (
                "the page",
                "Scan photos from the library or the camera, browse and search what was scanned, love, correct and remove. "
                    + "What zooscan scan adds meanwhile appears by itself. Everything stays on this machine: the page "
                    + "loads nothing from elsewhere. Photos that are uploaded are kept in the store."
            ),
            (
                "programs",
                "The same is there for programs below /api/v1; /api/v1/openapi.json describes it."
            ),
            (
                "other machines",
                "With --host whoever has the link may see and change all animals, and what is sent is not encrypted: use it "
                    + "in networks that you trust. Cameras work in browsers on this machine only, or behind https."
            ),
            ("exit status", "0 when it was ended by Ctrl-C; 1 if it cannot start; 2 for a wrong command line."),
        ],
        examples: [
            ("zooscan serve --open", "see your animals in the browser"),
            ("zooscan serve --host 0.0.0.0", "let the phone in the same network send its photos"),
            ("curl -F photo=@fox.jpg http://127.0.0.1:8484/api/v1/classify", "ask from another program"),
        ], run: run)

    private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        var address = WebServer.Address()
        address.host = arguments.text("host")
        address.port = arguments.integer("port") ?? address.port
        WebServer.shareMemory()
        let classifier = try ModelArguments.classifier(arguments, ModelArguments.options(arguments))
        let store = try StoreArguments.open(arguments, makes: true)
        Interruption.watch()
        let server = try WebServer(store, classifier, at: address)
        try Streams.print(
            "ZooScan is at \(server.links[0])\n"
                + server.links.dropFirst().map { "          and at \($0)\n" }.joined()
                + "The animals are in \(store.folder). Ctrl-C ends it.\n")
        if arguments.has("open") { open(server.links[0]) }
        while !Interruption.isThere { usleep(100_000) }
        server.stop()
        return .success
    }

    /// Asks the desktop to show a page.
    private static func open(_ link: String) {
        var process = pid_t()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // What a browser has to say is not for this terminal.
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
        }
        let words = ["xdg-open", link]
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        defer { for word in arguments { free(word) } }
        let result = posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
        guard result != 0 else {
            // Whether it worked shows only when it has ended, which on some desktops is when the browser does.
            BackgroundThread { [process] in
                var status: Int32 = 0
                while waitpid(process, &status, 0) < 0, errno == EINTR {}
                if status != 0 { Streams.note("zooscan: the browser could not be opened; open \(link) in it\n") }
            }?.detach()
            return
        }
        Streams.note(
            "zooscan: no browser can be opened from here (xdg-open: \(String(cString: strerror(result)))); open \(link) "
                + "in one\n")
    }
}
