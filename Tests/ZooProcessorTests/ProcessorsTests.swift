import FoundationEssentials
import TestSupport
import Testing
import ZooProcessor

/// How many processors a process may use, on systems that are made up as folders.
struct ProcessorsTests {
    private let system: TemporaryFolder
    private let unified = "30 23 0:26 / /sys/fs/cgroup rw,nosuid - cgroup2 cgroup2 rw,nsdelegate\n"
    private let classic =
        "31 30 0:27 / /sys/fs/cgroup/cpu,cpuacct rw,nosuid shared:9 - cgroup cgroup rw,cpu,cpuacct\n"
        + "32 30 0:28 / /sys/fs/cgroup/cpuset rw,nosuid shared:10 - cgroup cgroup rw,cpuset\n"

    init() throws { system = try TemporaryFolder() }

    private func count(
        online: Int = 8, mask: String? = "ff", groups: String, mounts: String, files: [String: String]
    ) throws -> Int {
        if let mask {
            try write("proc/self/status", "Name:\tzooscan\nCpus_allowed:\t\(mask)\nCpus_allowed_list:\t0-7\n")
        }
        try write("proc/self/cgroup", groups)
        try write("proc/self/mountinfo", "23 1 8:1 / / rw - ext4 /dev/vda rw\n" + mounts)
        for (name, text) in files { try write(name, text) }
        return Processors.available(root: system.url.path, online: online)
    }

    private func write(_ name: String, _ text: String) throws { try system.write(name, Array(text.utf8)) }

    @Test(arguments: [
        ("max 100000\n", 8), ("200000 100000\n", 2), ("250000 100000\n", 2), ("50000 100000\n", 1),
        ("5000 100000\n", 1),
        ("1600000 100000\n", 8), ("30000 10000\n", 3), ("300000\n", 3), ("-1 100000\n", 8), ("0 100000\n", 8), ("", 8),
        ("nonsense", 8), ("200000 0\n", 8), ("nan 100000\n", 8), ("inf 100000\n", 8), ("1e300 1\n", 8),
    ])
    func quotaOfTheOwnGroup(limit: String, expected: Int) throws {
        let found = try count(
            groups: "0::/user.slice/job\n", mounts: unified, files: ["sys/fs/cgroup/user.slice/job/cpu.max": limit])
        #expect(found == expected)
    }

    @Test func theLeastOfAllGroupsAboveCounts() throws {
        let found = try count(
            groups: "0::/a/b/c\n", mounts: unified,
            files: [
                "sys/fs/cgroup/a/cpu.max": "300000 100000\n", "sys/fs/cgroup/a/b/cpu.max": "max 100000\n",
                "sys/fs/cgroup/a/b/c/cpu.max": "500000 100000\n", "sys/fs/cgroup/a/other/cpu.max": "100000 100000\n",
            ])
        #expect(found == 3)
    }

    /// A container sees its own group as the top, mounted at the usual place.
    @Test(arguments: [
        ("0::/\n", "/"), ("0::/docker/1234\n", "/docker/1234"), ("0::/docker/1234\n", "/elsewhere"),
        ("0::/../sibling\n", "/"),
    ])
    func containers(groups: String, top: String) throws {
        let found = try count(
            groups: groups, mounts: "30 23 0:26 \(top) /sys/fs/cgroup ro - cgroup2 cgroup rw\n",
            files: ["sys/fs/cgroup/cpu.max": "150000 100000\n"])
        #expect(found == 1)
    }

    @Test(arguments: [("400000", 4), ("-1", 8), ("99999", 1)])
    func version1(quota: String, expected: Int) throws {
        let found = try count(
            groups: "5:cpuset:/\n4:cpu,cpuacct:/docker/ab\n1:name=systemd:/docker/ab\n0::/system.slice\n",
            mounts: classic.replacing(" / /sys/fs/cgroup/cpu,cpuacct", with: " /docker/ab /sys/fs/cgroup/cpu,cpuacct"),
            files: [
                "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us": "\(quota)\n",
                "sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us": "100000\n",
            ])
        #expect(found == expected)
    }

    @Test func version1BelowTheTop() throws {
        let found = try count(
            groups: "4:cpu,cpuacct:/a/b\n", mounts: classic + unified,
            files: [
                "sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_quota_us": "20000\n",
                "sys/fs/cgroup/cpu,cpuacct/a/cpu.cfs_period_us": "10000\n",
                "sys/fs/cgroup/cpu,cpuacct/a/b/cpu.cfs_quota_us": "-1\n",
                "sys/fs/cgroup/cpu.max": "100000 100000\n",
            ])
        // The process is in no group of version 2.
        #expect(found == 2)
    }

    @Test func mountPointsWithSpaces() throws {
        let found = try count(
            groups: "0::/\n", mounts: "30 23 0:26 / /mnt/c\\040g rw - cgroup2 cgroup2 rw\n",
            files: ["mnt/c g/cpu.max": "600000 100000\n"])
        #expect(found == 6)
    }

    @Test(arguments: [
        ("ff", 4, 4), ("3", 4, 2), ("00000001,00000003", 64, 3), ("ffffffff,ffffffff", 2, 2), ("0", 4, 4), (nil, 4, 4),
    ])
    func affinity(mask: String?, online: Int, expected: Int) throws {
        #expect(try count(online: online, mask: mask, groups: "", mounts: "", files: [:]) == expected)
    }

    @Test func affinityAndQuotaTogether() throws {
        let files = ["sys/fs/cgroup/cpu.max": "300000 100000\n"]
        #expect(try count(mask: "1", groups: "0::/\n", mounts: unified, files: files) == 1)
        #expect(try count(mask: "1f", groups: "0::/\n", mounts: unified, files: files) == 3)
    }

    @Test func nothingIsKnown() {
        #expect(Processors.available(root: system.url.path, online: 3) == 3)
        #expect((1...Processors.online).contains(Processors.available))
    }
}
