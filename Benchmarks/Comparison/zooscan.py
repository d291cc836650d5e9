"""Drives the program that is measured."""
import json
import statistics

from processes import Absent


class ZooScan:
    def __init__(self, program, spawner):
        self.program, self.spawner = program, spawner
        self.machine = {}  # what the program says of the processor and the kernels it chose

    def bench(self, photos, threads, seconds, warm_up, model=None, decode="fast", processors=None):
        """One run of `zooscan bench` on a photo or a folder of photos, as it reports it."""
        # It divides its time between the network alone and whole photos: twice the time gives each of them as much as
        # the peers have for theirs.
        words = [self.program, "bench", "--photos", photos, "--threads", threads, "--batch", 1,
                 "--duration", 2 * seconds, "--warm-up", warm_up, "--decode", decode, "--format", "json"]
        words += ["--model", model] if model else []
        try:
            report = json.loads(self.spawner.run(words, processors)["output"])
        except json.JSONDecodeError as error:
            raise Absent(f"zooscan bench does not print JSON: {error}") from None
        if report["threads"] != threads:
            raise Absent(f"zooscan bench ran on {report['threads']} threads instead of {threads}")
        self.machine = report["machine"]
        return report

    def inference(self, *arguments, **options):
        """The network alone, on a photo that is preprocessed already."""
        report = self.bench(*arguments, **options)
        times = report["milliseconds"]["inference"]
        return {"value": times["median"], "minimum": times["minimum"], "peak": report.get("peakMemoryBytes")}

    def photos(self, folder, names, *arguments, **options):
        """From bytes to label, of the photos of those names: the median of each one's median."""
        report = self.bench(folder, *arguments, **options)
        times = {photo["path"].rpartition("/")[2]: photo["endToEnd"] for photo in report["photos"]}
        missing = [name for name in names if name not in times]
        if missing:
            raise Absent(f"zooscan bench reports nothing of {missing[0]}")
        each = [times[name] for name in names]
        return {"value": statistics.median(each), "photos": each, "peak": report.get("peakMemoryBytes")}

    def classify(self, *words, processors=None):
        return self.spawner.run([self.program, "classify", *words], processors)

    def probabilities(self, photo, model=None):
        """Of each class, in the model's order."""
        words = ["--model", model] if model else []
        output = self.classify("--format", "json", "--decode", "exact", "--top", 1000, *words, photo)["output"]
        ranked = json.loads(output)["predictions"]
        return [found["probability"] for found in sorted(ranked, key=lambda found: found["index"])]

    def version(self):
        return self.spawner.run([self.program, "--version"])["output"].strip()
