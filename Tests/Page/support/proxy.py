"""A server between browser and server that holds answers back, so that tests decide in which order they arrive."""

import http.client
import threading
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

#: Whether a request is meant, by its method, its path and its body.
Choice = Callable[[str, str, bytes], bool]


class Hold:
    """Answers that are held back until they are let go, or replaced by a failure."""

    def __init__(self, choice: Choice, status: int | None) -> None:
        self.choice = choice
        self.status = status
        #: Set once a request was held.
        self.caught = threading.Event()
        self.gone = threading.Event()

    def let_go(self) -> None:
        self.gone.set()


class Proxy:
    """Passes everything on to a server, under an origin of its own."""

    def __init__(self, origin: str) -> None:
        self._upstream = urlsplit(origin).netloc
        self._holds: list[Hold] = []
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def hold(self, choice: Choice, status: int | None = None) -> Hold:
        """Holds back the answers to the requests that are chosen; with a status, they fail with it in the end."""
        self._holds.append(Hold(choice, status))
        return self._holds[-1]

    def stop(self) -> None:
        for hold in self._holds:
            hold.let_go()
        self._server.shutdown()
        self._server.server_close()

    def _handler(proxy) -> type[BaseHTTPRequestHandler]:
        class Handler(BaseHTTPRequestHandler):
            def pass_on(self) -> None:
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                headers = {name: value for name, value in self.headers.items() if name.lower() != "connection"}
                # The server believes in no other origin than its own.
                headers["Host"] = proxy._upstream
                for name in ("Origin", "Referer"):
                    if name in headers:
                        headers[name] = headers[name].replace(proxy.origin, f"http://{proxy._upstream}")
                connection = http.client.HTTPConnection(proxy._upstream, timeout=60)
                try:
                    connection.request(self.command, self.path, body or None, headers)
                    answer = connection.getresponse()
                    hold = next((each for each in proxy._holds if each.choice(self.command, self.path, body)), None)
                    if hold:
                        hold.caught.set()
                        hold.gone.wait(60)
                    self.give(answer, hold.status if hold else None)
                except (ConnectionError, TimeoutError, http.client.HTTPException):
                    # The browser has gone on, or the server has ended.
                    pass
                finally:
                    connection.close()
                    self.close_connection = True

            def give(self, answer: http.client.HTTPResponse, status: int | None) -> None:
                if status:
                    answer.read()
                    self.send_response(status)
                    self.send_header("Connection", "close")
                    self.end_headers()
                    return
                self.send_response(answer.status)
                for name, value in answer.getheaders():
                    if name.lower() not in ("connection", "transfer-encoding", "date", "server"):
                        self.send_header(name, value)
                self.send_header("Connection", "close")
                self.end_headers()
                while some := answer.read1(65536):
                    self.wfile.write(some)
                    self.wfile.flush()

            do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = pass_on

            def log_message(self, *_: object) -> None:
                pass

        return Handler
