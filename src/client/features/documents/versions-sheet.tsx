import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Row } from '#client/ui/layout/stack.tsx'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { VersionList } from '#client/ui/overlays/version-list.tsx'
import text from '#client/ui/text/text.module.css'
import type { Document, DocumentVersion, DocumentVersionText } from '#shared/contract/documents.ts'
import { LIMITS } from '#shared/limits.ts'
import classes from './document-sheets.module.css'
import { DocumentText } from './document-text.tsx'
import { documentQueries, updateDocument } from './documents.api.ts'

type Props = { document: Document; onClose: () => void }

/** Former versions of a document, to read or to restore as the newest one. */
export function VersionsSheet({ document, onClose }: Props) {
  const [chosen, setChosen] = useState<DocumentVersion | null>(null)
  return (
    <Sheet
      // Remounts for each version: the focus starts at the top.
      key={chosen?.version ?? 0}
      title={chosen ? `Versão ${chosen.version}` : 'Versões'}
      onDismiss={chosen ? () => setChosen(null) : onClose}
      isWide={chosen !== null}
    >
      {chosen ? (
        <OneVersion document={document} chosen={chosen} onBack={() => setChosen(null)} onClose={onClose} />
      ) : (
        <AllVersions document={document} onChoose={setChosen} />
      )}
    </Sheet>
  )
}

type AllProps = { document: Document; onChoose: (version: DocumentVersion) => void }

function AllVersions({ document, onChoose }: AllProps) {
  const versions = useQuery(documentQueries.versions(document.id))
  return (
    <VersionList
      versions={versions}
      lead={`Cada vez que você salva, nasce uma. Ficam guardadas as ${LIMITS.documentVersions} mais novas.`}
      rowOf={({ version, title, createdAt }) => ({
        number: version,
        badge: version === document.version && 'atual',
        detail: formatMoment(createdAt) + (title === document.title ? '' : ` · ${title}`),
      })}
      onChoose={onChoose}
    />
  )
}

type OneProps = { document: Document; chosen: DocumentVersion; onBack: () => void; onClose: () => void }

function OneVersion({ document, chosen, onBack, onClose }: OneProps) {
  const client = useQueryClient()
  const version = useQuery(documentQueries.version(document.id, chosen.version))
  const restore = useMutation({
    mutationFn: ({ title, body }: DocumentVersionText) =>
      updateDocument(client, document.id, { title, body, version: document.version }),
    onSuccess: () => {
      onClose()
      showToast(`Versão ${chosen.version} restaurada. A de antes continua guardada.`, 'success')
    },
    onError: () => void client.invalidateQueries({ queryKey: documentQueries.detail(document.id).queryKey }),
  })
  const problem = restore.error ?? version.error
  const isNow = chosen.version === document.version
  return (
    <>
      <p className={text.hint}>
        {formatMoment(chosen.createdAt)}
        {isNow && '. É a atual.'}
      </p>
      {version.data && (
        <DocumentText
          title={version.data.title}
          body={version.data.body}
          label={`Texto da versão ${chosen.version}`}
        />
      )}
      {version.isPending && (
        <div role="status" aria-label="Carregando a versão" className={`${classes.waiting} skeleton`} />
      )}
      <FormAlert>
        {problem
          ? `${problem === version.error ? 'A versão não carregou. ' : ''}${errorText(problem)}`
          : undefined}
      </FormAlert>
      <Row gap={12}>
        {version.isError && <Button onClick={() => void version.refetch()}>Tentar de novo</Button>}
        {version.data && !isNow && (
          <Button loading={restore.isPending} onClick={() => restore.mutate(version.data)}>
            Restaurar esta versão
          </Button>
        )}
        <Button variant="default" onClick={onBack}>
          Todas as versões
        </Button>
      </Row>
    </>
  )
}
