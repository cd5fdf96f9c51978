"""One small judged set in the format of every tool, written by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pandas as pd

LEAVE = "Ask your manager first.\n\nIt must be requested 30 days in advance.\n"
PAY = "Salaries come monthly. A bonus is paid in March.\n"
DOCUMENTS = {"leave": LEAVE, "pay": PAY}
ASK = "30 days in advance"
BONUS = "paid in March"
Q1, Q2 = "when must leave be requested", "when is the bonus paid"


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write texts under `folder`, as they are."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="")
    return folder


def lines(*objects: object) -> str:
    """One JSON value a line."""
    return "".join(json.dumps(each) + "\n" for each in objects)


def span(text: str, quote: str) -> tuple[int, int]:
    """Where a quote stands."""
    start = text.index(quote)
    return start, start + len(quote)


def corpus() -> str:
    """The documents as BEIR writes them."""
    return lines(*({"_id": k, "title": k.title(), "text": text} for k, text in DOCUMENTS.items()))


def beir(folder: Path) -> Path:
    return write(
        folder,
        {
            "corpus.jsonl": corpus(),
            "queries.jsonl": lines({"_id": "q1", "text": Q1}, {"_id": "q2", "text": Q2}),
            "qrels/test.tsv": "query-id\tcorpus-id\tscore\nq1\tleave\t2\nq2\tpay\t1\nq2\tleave\t0\n",
        },
    )


def trec(folder: Path) -> Path:
    topics = (
        f"<top>\n<num> Number: q1\n<title> {Q1}\n\n<desc> Description:\nmore\n</top>\n"
        f"<top>\n<num> Number: q2\n<title> {Q2}\n</top>\n"
    )
    texts = "".join(
        f"<DOC>\n<DOCNO> {k} </DOCNO>\n<TEXT>\n{text}</TEXT>\n</DOC>\n"
        for k, text in DOCUMENTS.items()
    )
    qrels = "q1 0 leave 2\nq2 0 pay 1\nq2 0 leave 0\n"
    return write(folder, {"topics.txt": topics, "docs.trectext": texts, "qrels.txt": qrels})


def chroma(folder: Path) -> Path:
    rows = [
        {
            "question": question,
            "references": json.dumps(
                [{"content": quote, "start_index": start, "end_index": start + len(quote)}]
            ),
            "corpus_id": doc,
        }
        for question, quote, doc, start in (
            (Q1, ASK, "leave", LEAVE.index(ASK)),
            (Q2, BONUS, "pay", PAY.index(BONUS)),
        )
    ]
    texts = {f"corpora/{k}.md": text for k, text in DOCUMENTS.items()}
    return write(folder, {**texts, "questions_df.csv": pd.DataFrame(rows).to_csv(index=False)})


def legalbench(folder: Path) -> Path:
    tests = [
        {
            "query": question,
            "snippets": [
                {"file_path": f"hr/{doc}.txt", "span": span(DOCUMENTS[doc], quote), "answer": quote}
            ],
        }
        for question, doc, quote in ((Q1, "leave", ASK), (Q2, "pay", BONUS))
    ]
    texts = {f"corpus/hr/{k}.txt": text for k, text in DOCUMENTS.items()}
    return write(folder, {**texts, "benchmarks/hr.json": json.dumps({"tests": tests})})


def squad(folder: Path) -> Path:
    def paragraph(text: str, query_id: str, question: str, quote: str) -> object:
        answers = [{"text": quote, "answer_start": text.index(quote)}]
        return {
            "context": text,
            "qas": [{"id": query_id, "question": question, "answers": answers}],
        }

    paragraphs = [paragraph(LEAVE, "q1", Q1, ASK), paragraph(PAY, "q2", Q2, BONUS)]
    article = {"title": "Handbook", "paragraphs": paragraphs}
    write(folder, {"dev.json": json.dumps({"version": "1", "data": [article]})})
    return folder / "dev.json"


def llama_index(folder: Path) -> Path:
    made = {
        "queries": {"q1": Q1, "q2": Q2},
        "corpus": DOCUMENTS,
        "relevant_docs": {"q1": ["leave"], "q2": ["pay"]},
        "mode": "text",
    }
    write(folder, {"qa.json": json.dumps(made)})
    return folder / "qa.json"


def chunklab(folder: Path) -> Path:
    text = (
        f'questions:\n  - id: q1\n    query: "{Q1}"\n    gold_snippets:\n      - "{ASK}"\n'
        f"    tags: [hr]\n  - id: q2\n    query: {Q2}\n    gold_snippets:\n"
        f'      - - "{BONUS}"\n        - "Salaries come monthly"\n'
    )
    texts = {f"docs/{k}.md": text for k, text in DOCUMENTS.items()}
    write(folder, {**texts, "questions.yaml": text})
    return folder / "questions.yaml"


def ragas(folder: Path) -> Path:
    rows = [
        {"user_input": Q1, "reference_contexts": [LEAVE], "reference": "30 days"},
        {"user_input": Q2, "reference_contexts": [PAY], "reference": "March"},
    ]
    write(folder, {"testset.jsonl": lines(*rows)})
    return folder / "testset.jsonl"


def parquet(folder: Path) -> Path:
    folder.mkdir(parents=True)
    table = pd.DataFrame({"question": [Q1, Q2], "contexts": [[LEAVE], [PAY]]})
    table.to_parquet(folder / "rows.parquet")
    return folder / "rows.parquet"


def squad_rows(folder: Path) -> Path:
    rows = [
        {
            "id": query_id,
            "context": text,
            "question": question,
            "answers": {"text": [quote], "answer_start": [text.index(quote)]},
        }
        for query_id, text, question, quote in (("q1", LEAVE, Q1, ASK), ("q2", PAY, Q2, BONUS))
    ]
    write(folder, {"dev.jsonl": lines(*rows)})
    return folder / "dev.jsonl"


def ours(folder: Path) -> Path:
    queries = lines(
        {"query_id": "q1", "text": Q1, "evidence": [{"doc_id": "leave.txt", "quote": ASK}]},
        {"query_id": "q2", "text": Q2, "evidence": [{"doc_id": "pay.txt", "quote": BONUS}]},
    )
    texts = {f"corpus/{k}.txt": text for k, text in DOCUMENTS.items()}
    suite = '[corpus]\npath = "corpus"\n[queries]\npath = "queries.jsonl"\n'
    return write(folder, {**texts, "queries.jsonl": queries, "suite.toml": suite})


SETS: Mapping[str, tuple[str, Callable[[Path], Path]]] = {
    "beir": ("beir", beir),
    "trec": ("trec", trec),
    "chroma": ("chroma", chroma),
    "legalbench": ("legalbench-rag", legalbench),
    "squad": ("squad", squad),
    "llama_index": ("llama-index", llama_index),
    "chunklab": ("chunklab", chunklab),
    "ragas": ("rows", ragas),
    "parquet": ("rows", parquet),
    "squad_rows": ("squad-rows", squad_rows),
    "ours": ("goldrank", ours),
}
"""Each with the name of its format; all hold the two queries, and the places or documents of both."""
