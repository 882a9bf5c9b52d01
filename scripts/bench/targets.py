"""What a run was to reach, and whether it did."""

from dataclasses import dataclass


@dataclass
class Target:
    what: str
    figure: float
    limit: float
    # Whether the limit is what the figure may be at most; else at least.
    is_most: bool = True
    unit: str = ""

    @property
    def is_met(self) -> bool:
        return self.figure <= self.limit if self.is_most else self.figure >= self.limit


def show(targets: list[Target]) -> None:
    print("\n| target | measured | wanted | |\n| --- | ---: | ---: | --- |")
    for one in targets:
        unit = f" {one.unit}" if one.unit else ""
        wanted = f"{'<=' if one.is_most else '>='} {one.limit:g}{unit}"
        print(f"| {one.what} | {shown(one.figure)}{unit} | {wanted} | {'met' if one.is_met else 'missed'} |")


def shown(figure: float) -> str:
    return f"{figure:.0f}" if figure >= 100 else f"{figure:.1f}" if figure >= 10 else f"{figure:.2f}"
