"""Sentences of documents that are not papers, for the made-up ones the filter learns from."""

from __future__ import annotations

import random

ADMIN = (
    "The department received {n} applications in {year}, of which {m} were approved.",
    "Applications must be received no later than {day} at {hour}.",
    "The committee reviewed the request and recommended that it be granted.",
    "Under the amended rules the agency may extend the period by {m} days.",
    "Expenditure rose by {p} percent over the previous year, mainly because of repairs.",
    "The section applies to any person who holds a licence issued before {year}.",
    "Residents are asked to keep the road clear between {hour} and {hour2}.",
    "The programme provides assistance to households whose income is below the limit.",
    "A fee of ${n} is charged for each copy; payment is due on receipt.",
    "The Board thanked the members of staff for their work during the winter.",
    "The provision does not affect rights that existed before the Act took effect.",
    "Revenue for the quarter was ${n} million, compared with ${m} million a year ago.",
    "The office will be closed on public holidays and on {day}.",
    "Members voted {m} to {k} in favour of the proposal.",
    "The contractor shall deliver the goods to the address stated in the order.",
    "Copies of the report can be obtained from the information desk.",
    "The title provides for a study to be carried out within {m} months.",
    "The new building has room for {n} visitors and opens in {year}.",
    "Any person may object in writing to the clerk of the council.",
    "Our customers and partners remain at the heart of everything the company does.",
)
MANUAL = (
    "Press the {part} button for {k} seconds until the light turns green.",
    "Do not open the {part} cover while the unit is connected to the mains.",
    "Select the {part} menu and click OK to confirm.",
    "Make sure that the {part} is clean and dry before you use it.",
    "If the {part} does not respond, switch the device off and on again.",
    "The {part} supports files of up to {n} MB.",
    "Tighten the {k} screws of the {part} by hand; do not use power tools.",
    "To change the {part}, type the following command and press Enter.",
    "Keep the {part} away from heat, water and direct sunlight.",
    "See page {k} for a list of error codes of the {part}.",
    "Version {k}.{m} adds support for a second {part}.",
    "The operating temperature of the {part} is between {k} and {m} degrees.",
    "Refer to the specifications of the {part} before installation.",
    "Remove the {part} from its package and check that nothing is missing.",
)
PERSONAL = (
    "I have always enjoyed working with people of different backgrounds.",
    "My interest in {topic} began when I was a student in {place}.",
    "In my teaching I try to let students find the answer themselves.",
    "During the past {k} years I have worked on {topic} and led a team of {m}.",
    "I plan to continue this work and to apply it to {topic}.",
    "My long-term goal is to make {topic} useful outside the university.",
    "I believe that {topic} can only be learnt by doing it.",
    "As an advisor I met each of my students once a week.",
    "Together with colleagues from {place} I organised a workshop on {topic}.",
    "I look forward to contributing to your department.",
)
STORY = (
    "It was raining in {place} when the train arrived, {k} minutes late.",
    "Nobody in {place} remembered who had planted the trees along the canal.",
    "She closed the door, put the letter on the table and said nothing.",
    "People who visit {place} in the summer are surprised by how quiet it is.",
    "The history of the town begins with a bridge, built in {year}.",
    "What makes {topic} so popular, and why does it matter to all of us?",
    "The word was first used by sailors and later came into everyday speech.",
    "Every evening the bells of {place} could be heard across the valley.",
    "The second part of this book tells how {topic} changed the country.",
    "You may have noticed that {topic} is everywhere around you.",
    "A simple example will help you to understand {topic}.",
    "As we saw in the last chapter, {topic} depends on many things.",
)
TASKS = (
    "Explain what is meant by {topic} and give an example.",
    "Compute the value for n = {k} and show your work.",
    "Prove that the statement holds, or give a counterexample.",
    "Which of the following is true of {topic}?",
    "Describe in your own words how {topic} is used.",
    "Let x be a number greater than {k}. What can be said about it?",
    "Draw a diagram of {topic} and label its parts.",
    "Discuss two advantages and two disadvantages of {topic}.",
    "Write a short program that prints the first {n} terms.",
)
TEACHING = (
    "In this lecture we will look at {topic}.",
    "Last time we saw how {topic} can be understood; today we go one step further.",
    "Recall that {topic} was defined in the previous lecture.",
    "Why is this important? Consider the following example.",
    "We leave the details as an exercise.",
    "Students often find {topic} difficult at first.",
    "Let us now turn to {topic}, which we will need next week.",
    "You should be able to explain {topic} after this class.",
    "The proof is left to the reader; see the textbook for a complete account.",
    "Intuitively, {topic} says that small changes have small effects.",
)
PARTS = ("power", "filter", "battery", "network", "display", "pump", "memory", "sensor", "valve")
DAYS = ("Monday, 4 May", "Friday, 12 June", "Tuesday, 3 March", "Thursday, 21 November")
HOURS = ("8:30", "9:00", "12:15", "14:00", "17:30", "19:00")
PLACES = ("Alder", "Belgrave", "Corvin", "Dunmore", "Eastholm", "Farrow", "Glenmoor")


def say(bank: tuple[str, ...], topics: tuple[str, ...], rng: random.Random, count: int) -> str:
    """So many sentences of a bank, as one paragraph."""
    return " ".join(_filled(rng.choice(bank), topics, rng) for _ in range(count))


def _filled(template: str, topics: tuple[str, ...], rng: random.Random) -> str:
    return template.format(
        n=rng.randrange(100, 900), m=rng.randrange(12, 90), k=rng.randrange(2, 12),
        p=rng.randrange(2, 40), year=rng.randrange(1950, 2024), day=rng.choice(DAYS),
        hour=rng.choice(HOURS), hour2=rng.choice(HOURS), part=rng.choice(PARTS),
        place=rng.choice(PLACES), topic=rng.choice(topics),
    )  # fmt: skip
