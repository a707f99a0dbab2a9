import { useQuery } from '@tanstack/react-query'
import { PageLink } from '#client/entities/collections/page-link.tsx'
import { request } from '#client/lib/http/http-client.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import text from '#client/ui/text/text.module.css'
import type { Citation, CitedPassage } from '#shared/contract/citations.ts'
import { placeText } from '#shared/passages/passage-place.ts'
import classes from './citation-sheet.module.css'
import { SheetData } from './sheet-data.tsx'

type Props = { messageId: string; citation: Citation; onClose: () => void }

/** A passage as the reply read it, with its place, and the way to its source. */
export function CitationSheet({ messageId, citation, onClose }: Props) {
  const { number, sourceName } = citation
  const passage = useQuery({
    queryKey: ['chats', 'passage', messageId, number],
    queryFn: ({ signal }) =>
      request<CitedPassage>('GET', `/messages/${messageId}/passages/${number}`, { signal }),
    // The source may be deleted meanwhile.
    staleTime: 0,
  })
  const place = placeText(citation)
  return (
    <Sheet title={`Fonte ${number}: ${sourceName}`} onDismiss={onClose}>
      <p className={text.soft}>{place ? `${capital(place)}. ` : ''}O trecho, como a resposta o leu.</p>
      <SheetData query={passage}>
        {(data) => (
          <>
            <blockquote className={classes.passage}>{data.text}</blockquote>
            <SourceWay passage={data} />
          </>
        )}
      </SheetData>
    </Sheet>
  )
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

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
