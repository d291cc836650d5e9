"""Each part's result as Markdown."""
import camera
import inference
from tables import absences, best, followed, memory, milliseconds, percent, rate, ratio, table, times


def of_inference(groups):
    engines = list(inference.ENGINES)
    rows, details, lost, checks = [], [], [], []
    for group in groups:
        ours, *peers = group.contestants
        by_name = {peer.name: peer for peer in peers}
        first = best(peers)
        place = f"{group.model.title}, {group.threads} thread{'s' if group.threads > 1 else ''}"
        rows.append([
            place, milliseconds(ours.median), *[milliseconds(by_name[name].median) for name in engines],
            times(ratio(ours.median, first and first.median)),
            *[times(ratio(ours.median, by_name[name].median)) for name in engines]])
        details.append([place, *[detail(one) for one in [ours, *[by_name[name] for name in engines]]]])
        lost += absences(group.contestants, f", {group.model.title}")
        checks.append(f"- {place}: {group.check}")
    head = ["one photo's inference", "ZooScan", *engines, "ZooScan / best peer", *[f"/ {name}" for name in engines]]
    return "\n".join([
        "The network alone, on a photo that is preprocessed already; batch 1, float32.", "",
        table(head, rows), followed(lost), "",
        "Peak memory of each engine's process, its fastest single run, and how far its rounds lie apart:", "",
        table(["", "ZooScan", *engines], details), "",
        "Largest difference between any two engines' outputs on one input, before anything was timed:", "", *checks])


def detail(one):
    if not one.rounds:
        return "absent"
    return f"{memory(one.peak)}, {milliseconds(one.minimum)}, {percent(one.spread)}"


def of_cold(result):
    ours, *peers = result["contestants"]
    first = best(peers)
    rows = [[one.name, milliseconds(one.median), times(ratio(ours.median, one.median)) if one is not ours else "",
             memory(one.peak), percent(one.spread)] for one in result["contestants"]]
    tops = set(result["tops"].values())
    agreement = f"All say class {tops.pop()}" if len(tops) == 1 else f"They say {result['tops']}"
    return "\n".join([
        f"A new process that names `{result['photo']}` ({result['pixels'] / 1e6:.2f} megapixels) and ends; "
        f"{result['starts']} starts a round, {result['threads']} threads, files in the system's memory. {agreement}.",
        "",
        table(["cold start to label", "time", "ZooScan / it", "peak memory", "spread of rounds"], rows),
        followed(absences(result["contestants"])), "",
        f"ZooScan / best peer: {times(ratio(ours.median, first and first.median))}. The least memory that can be "
        f"measured this way is {memory(result['floor'])}, which is what `/bin/true` shows."])


def of_camera(result):
    contestants = result["contestants"]
    ours = [one for one in contestants if not one.is_peer]
    names = [photo.name for photo in result["photos"]]
    truth = result["tops"].get(camera.name_of(camera.WHOLE))
    rows = []
    for one in contestants:
        tops = result["tops"].get(one.name)
        equal = f"{sum(a == b for a, b in zip(tops, truth))} of {len(names)}" if tops and truth else "–"
        ratios = [times(ratio(mine.median, one.median)) if one.is_peer else "" for mine in ours]
        rows.append([one.name, milliseconds(one.median), *ratios, memory(one.peak), percent(one.spread), equal])
    each = [[name, *[milliseconds(photo_median(one, index)) for one in contestants]]
            for index, name in enumerate(names)]
    return "\n".join([
        f"{len(names)} photos straight from cameras and phones, from their bytes in memory to the top class, one by "
        "one on one processor and one thread; the median over the photos.", "",
        table(["a camera's photo", "time", *[f"{mine.name} / it" for mine in ours], "peak memory", "spread of rounds",
               "top class as by Pillow whole"], rows), followed(absences(contestants)), "",
        "Whole decoding reads every pixel. Draft and reduced decoding stop at the smallest scale that leaves twice the "
        "pixels that the photo is resized to, as ZooScan's fast mode does; the smallest draft leaves no more than "
        "needed.", "",
        table(["each photo", *[one.name for one in contestants]], each)])


def photo_median(contestant, index):
    values = sorted(taken["photos"][index] for taken in contestant.rounds)
    # The lower of the two in the middle, where there are two: a figure that was measured.
    return values[(len(values) - 1) // 2] if values else None


def of_bulk(collections):
    rows, lost, sizes = [], [], []
    for collection in collections:
        counts = sorted(collection.contestants)
        for index, first in enumerate(collection.contestants[counts[0]]):
            across = [collection.contestants[count][index] for count in counts]
            speeds = [one.median for one in across] + [None] * (2 - len(across))
            spreads = [one.spread for one in across if one.spread is not None]
            rows.append([
                f"{collection.title}: {first.name}", rate(speeds[0]),
                rate(speeds[1]) if len(counts) > 1 else "not measured", times(ratio(speeds[1], speeds[0])),
                memory(across[-1].peak), percent(max(spreads, default=None))])
        for some in collection.contestants.values():
            lost += absences(some, f", {collection.title}")
        size = collection.size / len(collection.photos) / 1e6
        sizes.append(f"the {collection.title} has {len(collection.photos)} photos of {size:.2f} MB")
    return "\n".join([
        f"Photos a second: {'; '.join(sizes)} on average. ZooScan's figure is the whole command's, with its start; the "
        "peer's pool is started and warm before. Pillow's memory is spread over its processes, and not measured.", "",
        table(["photos a second", "1 processor", "2 processors", "2 / 1", "peak memory", "spread of rounds"], rows),
        followed(lost)])


PARTS = {
    "inference": ("Inference", of_inference), "cold": ("Cold start", of_cold),
    "camera": ("Camera photos", of_camera), "bulk": ("Bulk", of_bulk)}
