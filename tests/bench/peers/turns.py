"""How a peer takes its turns: a program that times one thing on request, line by line.

"case VALUES" makes the thing ready and answers "ready"; "go SECONDS" answers with the shortest time of
it in that time, in seconds. The program ends with its input.
"""
import sys
import time


def shortest(act, seconds):
    best, end, count = 1e9, time.perf_counter() + seconds, 0
    while count < 2 or time.perf_counter() < end:
        start = time.perf_counter()
        act()
        best = min(best, time.perf_counter() - start)
        count += 1
    return best


def take_turns(make_case):
    """`make_case` takes the values of a case, as text, and returns what is to be timed."""
    for line in sys.stdin:
        what, *values = line.split()
        if what == "case":
            act = make_case(*values)
            act()
            print("ready", flush=True)
        else:
            print(shortest(act, float(values[0])), flush=True)
