import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatRelative } from '#client/lib/text/format.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import type { Document } from '#shared/contract/documents.ts'
import classes from './document-sheets.module.css'
import { DocumentText } from './document-text.tsx'
import { documentQueries } from './documents.api.ts'

type Props = {
  documentId: string
  onSaveMine: (theirs: Document) => void
  onClose: () => void
}

/** Shows the version that was saved elsewhere, or saves this one as a newer version. */
export function ConflictSheet({ documentId, onSaveMine, onClose }: Props) {
  const query = useQuery({ ...documentQueries.detail(documentId), refetchOnMount: 'always' })
  const theirs = query.isFetchedAfterMount && !query.isFetching ? query.data : undefined
  const [isShown, setShown] = useState(false)
  return (
    <Sheet title="Este documento mudou em outro lugar" onDismiss={onClose} isWide={isShown}>
      <p>
        Enquanto você escrevia, outra versão foi salva{theirs && ` ${formatRelative(theirs.updatedAt)}`}. Nada
        se perdeu: a sua continua aqui, e a outra fica guardada nas versões.
      </p>
      {query.isError && !theirs && (
        <p role="alert" className={classes.problem}>
          A outra versão não carregou. {errorText(query.error)}
        </p>
      )}
      {theirs && isShown && <DocumentText title={theirs.title} body={theirs.body} label="A outra versão" />}
      <Row gap={12}>
        {query.isError && !theirs ? (
          <Button onClick={() => void query.refetch()}>Tentar de novo</Button>
        ) : (
          <>
            <Button variant="default" disabled={!theirs} onClick={() => setShown(!isShown)}>
              {isShown ? 'Esconder a outra versão' : 'Ver a outra versão'}
            </Button>
            <Button disabled={!theirs} onClick={() => theirs && onSaveMine(theirs)}>
              Salvar a minha por cima
            </Button>
          </>
        )}
        <Button variant="subtle" className={classes.plain} onClick={onClose}>
          Continuar escrevendo
        </Button>
      </Row>
    </Sheet>
  )
}
