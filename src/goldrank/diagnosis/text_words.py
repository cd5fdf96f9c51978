"""Words for texts, their parts, and what they do, by language: no subject of a query by themselves."""

from __future__ import annotations

from typing import Final

OF_TEXTS: Final = {
    "english": (
        "abstract according answer argue argument article author book chapter claim conclude "
        "conclusion content context describe detail discuss document example explain figure file "
        "finding following give given goal here idea information key limitation list main mention "
        "name objective overview page paper paragraph part passage point purpose question reason "
        "recommend recommendation report result say section show source state statement study "
        "subject suggest summarise summarize summary table takeaway tell text thesis thing title "
        "topic write"
    ),
    "dutch": (
        "alinea antwoord artikel auteur beschrijf beschrijving bespreek bijlage boek conclusie "
        "deel doel document figuur hoofdstuk idee informatie inhoud lijst noem onderdeel onderwerp "
        "overzicht pagina paragraaf passage punt rapport resultaat samenvatting tabel tekst titel "
        "toon uitleg verslag voorbeeld vraag waarom welke zegt"
    ),
    "french": (
        "article auteur chapitre conclusion contenu décris décrire document exemple explique "
        "expliquer figure idée information introduction liste livre mentionne objectif page papier "
        "paragraphe partie passage point question rapport résultat résume résumer résumé section "
        "source sujet tableau texte thème titre dit quel quelle quels quelles pourquoi comment rapport"
    ),
    "german": (
        "abbildung abschnitt absatz aufsatz autor beispiel bericht beschreibe beschreibung buch "
        "dokument erkläre ergebnis fazit frage idee information inhalt kapitel liste nenne punkt "
        "quelle sage schluss schlussfolgerung seite stelle tabelle teil text thema titel überblick "
        "zeige ziel zusammenfassung zusammenfassen lautet sagt steht warum wozu"
    ),
    "italian": (
        "articolo autore capitolo conclusione contenuto descrivi documento esempio figura fonte "
        "idea informazione lista libro obiettivo pagina paragrafo parte passo punto rapporto "
        "relazione riassumi riassunto risultato sezione spiega tabella tema testo titolo dice qual quale quali"
    ),
    "portuguese": (
        "artigo autor capítulo conclusão conteúdo descreva documento exemplo explique figura fonte "
        "ideia informação lista livro objetivo página parte parágrafo passagem ponto questão "
        "relatório resultado resuma resumo seção secção tabela tema texto título diz qual quais"
    ),
    "spanish": (
        "apartado artículo autor capítulo conclusión contenido describe documento ejemplo explica "
        "figura fuente idea información informe libro lista objetivo página parte párrafo pasaje "
        "pregunta punto resultado resume resumen sección tabla tema texto título cuál cuáles dice"
    ),
}
"""Of a language that is not here nobody says that a query names no subject."""
