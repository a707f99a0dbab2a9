import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { CitedPassage } from '#shared/contract/citations.ts'
import classes from './cited-passage.module.css'
import { PageLink } from './page-link.tsx'

/** The text of a passage as the reply read it, and the way to its source. */
export function CitedPassageView({ passage }: { passage: CitedPassage }) {
  return (
    <>
      <blockquote className={classes.passage}>{passage.text}</blockquote>
      <SourceWay passage={passage} />
    </>
  )
}

/** Where the source is, or why it is nowhere. */
function SourceWay({ passage: { sourceId, collectionId, address, position } }: { passage: CitedPassage }) {
  if (sourceId === null) {
    return <p className={text.soft}>Esta fonte foi excluída do Acervo. O trecho fica aqui como foi lido.</p>
  }
  return (
    <Stack gap={12} align="start">
      <PageLink address={address} />
      {collectionId === null ? (
        <p className={text.soft}>Esta fonte é da casa: faz parte do material deste agente.</p>
      ) : (
        <LinkButton
          to="/app/personalizacao/acervo/fonte/$sourceId"
          params={{ sourceId }}
          search={position === null ? {} : { trecho: position }}
          variant="default"
        >
          Abrir fonte
        </LinkButton>
      )}
    </Stack>
  )
}
