import { IconFileDownload, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { formatRelative } from '#client/lib/text/format.ts'
import { type Action, ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import type { DocumentSummary } from '#shared/contract/documents.ts'
import classes from './documents.module.css'
import { useDocumentRemoval } from './use-delete-document.ts'

const DocumentExport = lazy(() =>
  import('./document-export.tsx').then((it) => ({ default: it.DocumentExport })),
)

export function DocumentCard({ document }: { document: DocumentSummary }) {
  const navigate = useNavigate()
  const remove = useDocumentRemoval()
  const [isExporting, setExporting] = useState(false)
  const params = { documentId: document.id }
  const actions = (): (Action | 'gap')[] => [
    {
      label: 'Editar',
      Icon: IconPencil,
      onChoose: () => void navigate({ to: '/app/personalizacao/documentos/$documentId/editar', params }),
    },
    { label: 'Exportar', Icon: IconFileDownload, onChoose: () => setExporting(true) },
    'gap',
    { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: () => void remove(document.id) },
  ]
  return (
    <li className={classes.card}>
      <Link to="/app/personalizacao/documentos/$documentId" params={params} className={classes.link}>
        <span className={classes.name}>{document.title}</span>
        <span className={classes.excerpt}>{document.excerpt}</span>
        <span className={classes.date}>
          <time dateTime={document.updatedAt}>{formatRelative(document.updatedAt)}</time>
          {document.version > 1 && ` · ${document.version} versões`}
        </span>
      </Link>
      <div className={classes.menu}>
        <ActionMenu label={`Opções de ${document.title}`} actions={actions} />
      </div>
      <Suspense fallback={null}>
        {isExporting && <DocumentExport documentId={document.id} onClose={() => setExporting(false)} />}
      </Suspense>
    </li>
  )
}
