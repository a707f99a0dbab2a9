import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import { VersionList } from '#client/ui/overlays/version-list.tsx'
import { VersionView } from '#client/ui/overlays/version-view.tsx'
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
  const restore = async ({ title, body }: DocumentVersionText) => {
    try {
      await updateDocument(client, document.id, { title, body, version: document.version })
    } catch (error) {
      void client.invalidateQueries({ queryKey: documentQueries.detail(document.id).queryKey })
      throw error
    }
    onClose()
    showToast(`Versão ${chosen.version} restaurada. A de antes continua guardada.`, 'success')
  }
  const isCurrent = chosen.version === document.version
  return (
    <VersionView
      detail={formatMoment(chosen.createdAt) + (isCurrent ? '. É a atual.' : '')}
      isCurrent={isCurrent}
      actions={version.isError && <Button onClick={() => void version.refetch()}>Tentar de novo</Button>}
      restore={version.data && (() => restore(version.data))}
      onBack={onBack}
    >
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
        {version.error ? `A versão não carregou. ${errorText(version.error)}` : undefined}
      </FormAlert>
    </VersionView>
  )
}
