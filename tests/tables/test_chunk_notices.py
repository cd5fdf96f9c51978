"""What is said of chunks that are unlike the others."""

from __future__ import annotations

from pathlib import Path

from tests.tiny import FILES, READS, run_tiny, write_tiny

OWN = '[[chunker]]\nname = "own"\nkind = "own_cut:slide"\n'
SLIDE = (
    "def slide(text):\n    n = len(text)\n"
    "    return [(at, min(at + 40, n)) for at in range(0, n, 20)]\n"
)


def test_chunks_inside_others_are_counted_and_ranked(tmp_path: Path):
    suite = write_tiny(tmp_path, 'rankers = ["bm25"]\n', OWN)
    (tmp_path / "own_cut.py").write_text(SLIDE)
    run = run_tiny(suite)
    # The last two windows of each document end where it does.
    inside = len(FILES)
    assert any(f"own: {inside} chunks lie wholly inside another" in n for n in run.notices)


def test_a_breadcrumb_too_long_to_keep_room_for_is_said_and_pushes_text_out(tmp_path: Path):
    heading = " ".join(f"h{n}" for n in range(READS // 2 + 1))
    files = {**FILES, "a.md": f"# A\n\n## {heading}\n\n" + " ".join(f"b{n}" for n in range(20))}
    run = run_tiny(write_tiny(tmp_path, 'rankers = ["vector"]\n', files=files))
    # Twenty words are cut to the whole window of twelve, as if there were no heading.
    assert run.chunks[run.chunks.doc_id == "a.md"].tokens.tolist() == [12, 8]
    (said,) = [n for n in run.notices if "takes more than half" in n]
    assert said.startswith("heading: the breadcrumb of 2 chunks takes more than half of the limit")
    pushed = run.coverage.set_index("variant").pushed_out
    assert pushed["raw"] == 0
    assert pushed["breadcrumb"] > 0
    plain = run_tiny(write_tiny(tmp_path / "plain", 'rankers = ["vector"]\n'))
    assert not any("takes more than half of the limit" in n for n in plain.notices)
