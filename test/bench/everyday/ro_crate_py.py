"""The ten tasks with ro-crate-py. Each body is all that a user writes, except the imports.
The functions have the names of the tasks, as in the other files.

`crate.write(folder)` would do as well as `crate.metadata.write(folder)`, and takes longer: it looks at all data files too.

Run as `ro_crate_py.py TASK FOLDER`, it prints milliseconds and answer of a task as JSON.
"""
import json
import sys
import time

from rocrate.model.person import Person
from rocrate.rocrate import ROCrate


def readName(folder):
    crate = ROCrate(folder)
    return crate.name


def changeName(folder):
    crate = ROCrate(folder)
    crate.name = "Northern transect, spring"
    crate.metadata.write(folder)


def listFiles(folder):
    crate = ROCrate(folder)
    return [(file.id, file.get("contentSize")) for file in crate.get_by_type("File")]


def addFile(folder):
    crate = ROCrate(folder)
    properties = {"description": "How the readings were made."}
    crate.add_file(f"{folder}/notes/methods.txt", "notes/methods.txt", properties=properties)
    crate.metadata.write(folder)


def addAuthor(folder):
    crate = ROCrate(folder)
    person = crate.add(Person(crate, "https://orcid.org/0000-0002-1825-0097", {"name": "Ingrid Holm"}))
    crate.root_dataset.append_to("author", person)
    crate.metadata.write(folder)


def changeFile(folder):
    crate = ROCrate(folder)
    crate.get("data/measurement-000003.dat")["contentSize"] = "2048"
    crate.metadata.write(folder)


def removeFile(folder):
    crate = ROCrate(folder)
    gone = {"@id": "data/measurement-000007.dat"}
    crate.delete(gone["@id"])
    for entity in crate.get_entities():
        for key, value in list(entity.properties().items()):
            if value == gone:
                del entity[key]
            elif isinstance(value, list) and gone in value:
                value.remove(gone)
    crate.metadata.write(folder)


def listPeople(folder):
    crate = ROCrate(folder)
    as_list = lambda value: value if isinstance(value, list) else [value]
    affiliations = lambda person: [one["name"] for one in as_list(person.get("affiliation", []))]
    return [(person["name"], affiliations(person)) for person in crate.get_by_type("Person")]


def findReferring(folder):
    crate = ROCrate(folder)
    person = {"@id": "https://orcid.org/0000-0002-1825-0001"}
    refers = lambda value: value == person or isinstance(value, list) and person in value
    return [entity.id for entity in crate.get_entities() if any(map(refers, entity.properties().values()))]


def beginCrate(folder):
    crate = ROCrate()
    crate.name = "Tide gauge"
    crate.description = "Water levels at the ferry pier."
    crate.license = {"@id": "https://creativecommons.org/licenses/by/4.0/"}
    crate.datePublished = "2026-03-01"
    author = crate.add(Person(crate, "https://orcid.org/0000-0002-1825-0097", {"name": "Ingrid Holm"}))
    crate.root_dataset["author"] = author
    crate.add_file(f"{folder}/levels.csv", properties={"name": "Water levels", "author": author})
    crate.write(folder)


if __name__ == "__main__":
    task = globals()[sys.argv[1]]
    start = time.perf_counter()
    answer = task(sys.argv[2])
    print(json.dumps({"wall": (time.perf_counter() - start) * 1000, "answer": answer}))
