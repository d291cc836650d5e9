"""What ZooScan is to reach, and whether it does."""
import bulk
import camera
import cold
from tables import best, memory, ratio, table


def bars(results):
    """Lines of a name, what is asked, what was measured (None where it was not) and whether that is enough."""
    lines = []
    for group in results.get("inference") or []:
        ours, *peers = group.contestants
        first = best(peers)
        name = f"{group.model.title}, {group.threads} thread{'s' if group.threads > 1 else ''}: time / best peer's"
        lines.append(at_most(name, group.model.bar, ratio(ours.median, first and first.median)))
    if result := results.get("cold"):
        ours = result["contestants"][0]
        against = find(result["contestants"], cold.AGAINST)
        lines.append(at_most(
            f"cold start: time / that of {cold.AGAINST}", cold.TIME_BAR, ratio(ours.median, against.median)))
        lines.append(at_most("cold start: peak memory", cold.MEMORY_BAR, ours.peak, memory))
    if result := results.get("camera"):
        ours = result["contestants"][0]
        for way, bar in ((camera.WHOLE, camera.WHOLE_BAR), (camera.DRAFT, camera.DRAFT_BAR)):
            against = find(result["contestants"], camera.name_of(way))
            lines.append(at_most(
                f"camera photos, {ours.name.partition(', ')[2]}: time / that of {against.name}", bar,
                ratio(ours.median, against.median), below=way == camera.DRAFT))
    for collection in results.get("bulk") or []:
        for index, command in enumerate(bulk.COMMANDS):
            one, two = (collection.contestants.get(count, [None] * 9)[index] for count in (1, 2))
            measured = ratio(two and two.median, one and one.median)
            met = None if measured is None else measured >= bulk.BAR
            lines.append((f"{collection.title} by {command}: photos a second, two processors / one",
                          f"≥ {bulk.BAR:.2f}", "–" if measured is None else f"{measured:.2f}", met))
    return lines


def at_most(name, bar, measured, shown="{:.2f}".format, below=False):
    met = None if measured is None else measured < bar if below else measured <= bar
    return name, f"{'<' if below else '≤'} {shown(bar)}", "–" if measured is None else shown(measured), met


def find(contestants, name):
    return next(one for one in contestants if one.name == name)


def markdown(lines):
    words = {None: "not measured", True: "met", False: "**missed**"}
    return table(["bar", "asked", "measured", ""], [[*line[:3], words[line[3]]] for line in lines])
