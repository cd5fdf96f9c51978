"""Words of headings that tell nothing, by language: what is numbered, dividers, kinds of text."""

from __future__ import annotations

from typing import Final

NUMBERED: Final = {
    "english": (
        "annex appendix article attachment bulletin chapter circular clause document enclosure "
        "exhibit figure form item memo memorandum module no note notice nr number page paragraph "
        "part point rule schedule section step subsection supplement table topic unit version volume"
    ),
    "dutch": "artikel bijlage deel figuur hoofdstuk lid nr onderdeel paragraaf stap tabel versie",
    "french": "annexe article chapitre étape figure no numéro page paragraphe partie section "
    "tableau titre version",
    "german": "abbildung abschnitt absatz anhang anlage artikel band kapitel nr nummer punkt "
    "rundschreiben schritt seite tabelle teil version",
    "italian": "allegato articolo capitolo comma figura n numero pagina paragrafo parte passo "
    "sezione tabella versione",
    "portuguese": "anexo artigo capítulo etapa figura nº número página parágrafo parte passo seção "
    "secção tabela versão",
    "spanish": "anexo apartado artículo capítulo figura nº número página párrafo parte paso sección "
    "tabla versión",
}
"""Words that with a number, a Roman numeral or a letter after them are numbering."""

EMPTY: Final = {
    "english": (
        "about additional background basics conclusion content contents continued detail details "
        "explanation foreword further general information intro introduction main matters "
        "miscellaneous more note notes other others overview particulars preamble preface remarks "
        "section sections specifics summary text topics various "
        "annex appendix circular conditions document guide guideline guidelines handbook manual "
        "policy procedure procedures provisions regulation regulations rules terms"
    ),
    "dutch": "algemeen algemene bepalingen beleid bijlage conclusie details diversen document "
    "handboek inhoud inleiding informatie opmerkingen overige overzicht reglement regels "
    "samenvatting toelichting voorwoord voorwaarden",
    "french": "annexe autres conclusion conditions contenu détails dispositions divers document "
    "généralités générales guide informations introduction manuel notes politique préambule préface "
    "procédure procédures remarques règlement règles résumé sommaire",
    "german": "allgemein allgemeine allgemeines anhang anlage bedingungen bemerkungen bestimmungen "
    "details dokument einführung einleitung einzelheiten erläuterung erläuterungen handbuch hinweise "
    "inhalt informationen leitfaden ordnung regeln richtlinie richtlinien sonstige sonstiges überblick "
    "übersicht verschiedenes vorwort weiteres zusammenfassung",
    "italian": "allegato altro conclusione conclusioni condizioni contenuto dettagli disposizioni "
    "documento generale generali guida informazioni introduzione manuale note panoramica prefazione "
    "premessa procedura procedure regolamento regole riassunto sommario varie",
    "portuguese": "anexo conclusão condições conteúdo detalhes disposições diversos documento geral "
    "gerais guia informações introdução manual notas outros política prefácio procedimento "
    "procedimentos regras regulamento resumo sumário visão",
    "spanish": "anexo conclusión condiciones contenido detalles disposiciones documento general "
    "generales guía información introducción manual notas otros política prefacio prólogo "
    "procedimiento procedimientos reglamento reglas resumen sumario varios",
}
"""Dividers, and words that say what kind of text follows, not what it is about."""


def words_of(lists: dict[str, str], language: str) -> str:
    """The English words, which stand in headings everywhere, and those of a language that has some."""
    return " ".join(lists[name] for name in dict.fromkeys(("english", language)) if name in lists)
