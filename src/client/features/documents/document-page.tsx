import { Button } from '@mantine/core'
import {
  IconFileDownload,
  IconHistory,
  IconListSearch,
  IconMessage,
  IconPencil,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { formatMoment, formatRelative } from '#client/lib/text/format.ts'
import { copyRichText } from '#client/markdown/copy-markdown.ts'
import { copyMenuItems } from '#client/markdown/copy-menu-items.ts'
import { Markdown } from '#client/markdown/markdown.tsx'
import { CopyButton } from '#client/ui/buttons/copy-button.tsx'
import iconButton from '#client/ui/buttons/icon-button.module.css'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import { type Action, ActionMenu } from '#client/ui/overlays/action-menu.tsx'
import text from '#client/ui/text/text.module.css'
import type { Document } from '#shared/contract/documents.ts'
import { withoutTitle } from '#shared/markdown/markdown-title.ts'
import { draftPlace, readDraft } from './document-draft.ts'
import { DocumentProblem, isMissing } from './document-error.tsx'
import classes from './document-page.module.css'
import { useDocument } from './documents.api.ts'
import { useDeleteDocument } from './use-delete-document.ts'

const DocumentExport = lazy(() =>
  import('./document-export.tsx').then((it) => ({ default: it.DocumentExport })),
)
const VoiceRule = lazy(() => import('./voice-rule.tsx'))
const VersionsSheet = lazy(() => import('./versions-sheet.tsx').then((it) => ({ default: it.VersionsSheet })))

type Props = {
  documentId: string
  userId: string
  userName: string
  onDeleted: () => void
  onRestored: () => void
}

export function DocumentPage({ documentId, ...props }: Props) {
  const query = useDocument(documentId)
  usePageTitle(query.data?.title ?? 'Documento')
  if (query.data && !isMissing(query.error)) return <Reading document={query.data} {...props} />
  return query.isError ? <DocumentProblem query={query} /> : <Waiting />
}

type ReadingProps = Omit<Props, 'documentId'> & { document: Document }

function Reading({ document, userId, userName, ...on }: ReadingProps) {
  const [sheet, setSheet] = useState<'export' | 'versions' | null>(null)
  const markdown = `# ${document.title}\n\n${withoutTitle(document.body, document.title)}`
  return (
    <>
      <Unsaved document={document} userId={userId} />
      {document.source && document.version > 1 && (
        <Suspense fallback={null}>
          <VoiceRule documentId={document.id} version={document.version} />
        </Suspense>
      )}
      <Stack as="article" gap={24} className={classes.sheet}>
        <Stack as="header" gap={12} className={classes.head}>
          <h1 className={`${text.title} ${classes.title}`}>{document.title}</h1>
          <p className={`${classes.printed} print-only`}>
            {userName}, versão {document.version}, {formatMoment(document.updatedAt)}
          </p>
          <p className={classes.facts}>
            <button type="button" className={classes.fact} onClick={() => setSheet('versions')}>
              <IconHistory size={18} stroke={1.75} aria-hidden />
              Versão {document.version}, {formatRelative(document.updatedAt)}
            </button>
            <Source source={document.source} />
          </p>
          <div className={classes.actions}>
            <LinkButton
              to="/app/personalizacao/documentos/$documentId/editar"
              params={{ documentId: document.id }}
              leftSection={<IconPencil size={18} aria-hidden />}
            >
              Editar
            </LinkButton>
            <Button
              variant="default"
              leftSection={<IconFileDownload size={18} aria-hidden />}
              onClick={() => setSheet('export')}
            >
              Exportar
            </Button>
            <LinkButton
              to="/app/personalizacao/documentos/$documentId/revisar"
              params={{ documentId: document.id }}
              variant="default"
              leftSection={<IconListSearch size={18} aria-hidden />}
            >
              Revisar
            </LinkButton>
            <Row gap={4} wrap={false}>
              <CopyButton text={markdown} label="Copiar com formatação" copy={copyRichText} />
              <MoreActions document={document} markdown={markdown} {...on} />
            </Row>
          </div>
        </Stack>
        <div className={classes.text}>
          <Markdown text={withoutTitle(document.body, document.title)} level={2} />
        </div>
      </Stack>
      <Suspense fallback={null}>
        {sheet === 'export' && <DocumentExport documentId={document.id} onClose={() => setSheet(null)} />}
        {sheet === 'versions' && <VersionsSheet document={document} onClose={() => setSheet(null)} />}
      </Suspense>
    </>
  )
}

type MoreProps = { document: Document; markdown: string } & Pick<Props, 'onDeleted' | 'onRestored'>

function MoreActions({ document, markdown, ...on }: MoreProps) {
  const remove = useDeleteDocument(on)
  const actions = (): (Action | 'gap')[] => [
    ...copyMenuItems(markdown),
    'gap',
    { label: 'Excluir', Icon: IconTrash, isDanger: true, onChoose: () => void remove(document.id) },
  ]
  return <ActionMenu label="Mais ações deste documento" actions={actions} className={iconButton.fill} />
}

function Source({ source }: Pick<Document, 'source'>) {
  if (!source) return null
  const { agentId, chatId, messageId } = source
  return (
    <Link
      to="/app/$agentId/$chatId"
      params={{ agentId, chatId }}
      search={{ mensagem: messageId }}
      className={classes.fact}
    >
      <IconMessage size={18} stroke={1.75} aria-hidden />
      Ver na conversa
    </Link>
  )
}

/** A link to the stored draft, when it differs from the document. */
function Unsaved({ document, userId }: Pick<ReadingProps, 'document' | 'userId'>) {
  const draft = readDraft(draftPlace(userId, document.id))
  if (!draft || (draft.title === document.title && draft.body === document.body)) return null
  return (
    <div className={classes.unsaved}>
      <Callout
        actions={
          <LinkButton
            to="/app/personalizacao/documentos/$documentId/editar"
            params={{ documentId: document.id }}
            size="sm"
            variant="default"
          >
            Continuar de onde parou
          </LinkButton>
        }
      >
        <p>Há mudanças suas neste documento que ainda não foram salvas.</p>
      </Callout>
    </div>
  )
}

const LINES = ['a', 'b', 'c', 'd', 'e'] as const

function Waiting() {
  return (
    <Stack gap={24} role="status" aria-label="Carregando o documento" className={classes.sheet}>
      <div className={`${classes.titleGap} skeleton`} aria-hidden />
      <div className={`${classes.actionsGap} skeleton`} aria-hidden />
      {LINES.map((line) => (
        <div key={line} className={`${classes.lineGap} skeleton`} aria-hidden />
      ))}
    </Stack>
  )
}
