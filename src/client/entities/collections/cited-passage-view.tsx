import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { CitedPassage } from '#shared/contract/citations.ts'
import classes from './cited-passage.module.css'
import { DownloadFile, OpenPdf } from './file-links.tsx'
import { LessonPlayer } from './lesson-player.tsx'
import { PageLink } from './page-link.tsx'

/** The text of a passage as the reply read it, and the ways to its source. */
export function CitedPassageView({ passage }: { passage: CitedPassage }) {
  const { sourceId, lesson, startSecond } = passage
  return (
    <>
      <PassageText passage={passage} />
      {sourceId === null ? (
        <p className={text.soft}>Esta fonte foi excluída do Acervo. O trecho fica aqui como foi lido.</p>
      ) : (
        <Stack gap={12}>
          {lesson && startSecond !== null && <LessonPlayer lesson={lesson} startSecond={startSecond} />}
          <SourceWays passage={{ ...passage, sourceId }} />
        </Stack>
      )}
    </>
  )
}

/** The passage marked in the text around it, or alone where there is none. */
function PassageText({ passage: { before, text: cited, after } }: { passage: CitedPassage }) {
  if (before === null && after === null) return <blockquote className={classes.passage}>{cited}</blockquote>
  return (
    <blockquote className={`${classes.passage} ${classes.surrounded}`}>
      {before !== null && <p className={text.soft}>{before}</p>}
      <p>
        <mark className={classes.cited}>{cited}</mark>
      </p>
      {after !== null && <p className={text.soft}>{after}</p>}
    </blockquote>
  )
}

/** Where the source is: its page on the web, its file, and the own collection. */
function SourceWays({ passage }: { passage: CitedPassage & { sourceId: string } }) {
  const { sourceId, sourceName, collectionId, address, position, kind, page, hasFile } = passage
  return (
    <Stack gap={12} align="start">
      <PageLink address={address} />
      {hasFile && kind === 'pdf' && <OpenPdf sourceId={sourceId} page={page} />}
      {collectionId === null ? (
        <>
          {hasFile && kind !== 'pdf' && <DownloadFile source={{ id: sourceId, name: sourceName }} />}
          <p className={text.soft}>Esta fonte é da casa: faz parte do material deste agente.</p>
        </>
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
