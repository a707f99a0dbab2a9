import { Button, TextInput } from '@mantine/core'
import { type FormEvent, lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { usePageTitle } from '#client/lib/browser/use-page-title.ts'
import { useSaveShortcut } from '#client/lib/browser/use-save-shortcut.ts'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { FormFoot } from '#client/ui/forms/form-page.tsx'
import { SegmentedControl } from '#client/ui/forms/segmented-control.tsx'
import { UnsavedGuard } from '#client/ui/forms/unsaved-guard.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { Document } from '#shared/contract/documents.ts'
import { LIMITS } from '#shared/limits.ts'
import classes from './document-editor.module.css'
import { MarkdownPanes } from './markdown-panes.tsx'
import { OriginChat } from './origin-chat.tsx'
import { readTextView, type TextView, writeTextView } from './text-view.ts'
import { useDocumentForm } from './use-document-form.ts'
import { type Reviewing, useReviewing } from './use-reviewing.ts'

const ConflictSheet = lazy(() => import('./conflict-sheet.tsx').then((it) => ({ default: it.ConflictSheet })))
const VisualPane = lazy(() => import('./editor/visual-pane.tsx').then((it) => ({ default: it.VisualPane })))
const DeletedSheet = lazy(() => import('./deleted-sheet.tsx').then((it) => ({ default: it.DeletedSheet })))

/** The length is shown from here on. */
const NEARLY_FULL = 0.9 * LIMITS.documentLength

type Props = {
  /** The stored document; undefined for a new one. */
  document: Document | undefined
  userId: string
  /** Link that leaves without saving. */
  cancel: ReactNode
  /** Called after a save; `isDone` unless the user goes on writing. */
  onSaved: (document: Document, isDone: boolean) => void
}

/** A document's form: its text as it will look, or as Markdown. */
export function DocumentEditor({ document, userId, cancel, onSaved }: Props) {
  usePageTitle(document ? `Editar ${document.title}` : 'Novo documento')
  const { reviewing, storeNotes, forgetNotes } = useReviewing({ documentId: document?.id, userId })
  const form = useDocumentForm({
    document,
    userId,
    onSaved: (now, isDone) => {
      void storeNotes(now)
      onSaved(now, isDone)
    },
  })
  const { isDirty, isSubmitting, save } = form
  useSaveShortcut(() => {
    if (isDirty && !isSubmitting) save(true)
  })
  // Remarks belong to the draft: without one, they would land on the next new document.
  useEffect(() => {
    if (!isDirty) forgetNotes()
  }, [isDirty, forgetNotes])
  return (
    <Stack
      as="form"
      gap={20}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save(false)
      }}
    >
      <h1 className="visually-hidden">{document ? 'Editar documento' : 'Novo documento'}</h1>
      {form.isRestored && (
        <Callout
          actions={
            <Button size="sm" variant="default" onClick={form.discard}>
              {document ? 'Voltar ao que está salvo' : 'Começar do zero'}
            </Button>
          }
        >
          <p>
            <strong>Recuperamos o que você tinha escrito.</strong> Ainda não está salvo.
          </p>
        </Callout>
      )}
      {form.newer && (
        <Callout
          actions={
            <Button size="sm" variant="default" onClick={isDirty ? form.showConflict : form.takeNewer}>
              {isDirty ? 'Comparar as duas' : 'Abrir a versão nova'}
            </Button>
          }
        >
          <p>
            <strong>Este documento foi salvo em outro lugar.</strong>{' '}
            {isDirty ? 'O que você escreveu continua aqui.' : 'Aqui está a versão de antes.'}
          </p>
        </Callout>
      )}
      <TextInput
        label="Título"
        size="lg"
        autoComplete="off"
        classNames={{ input: classes.title ?? '' }}
        {...form.form.getInputProps('title')}
      />
      <OriginChat source={document?.source ?? null}>
        <TextPane form={form} reviewing={reviewing} />
      </OriginChat>
      <FormFoot failure={form.failure}>
        <Button type="submit" size="md" loading={isSubmitting}>
          Salvar
        </Button>
        {cancel}
        <p role="status" className={`${text.hint} ${classes.state}`}>
          {stateText({ isDirty, isSubmitting, isNew: !document })}
        </p>
      </FormFoot>
      <UnsavedGuard isDirty={document !== undefined && isDirty} onDiscard={form.forget} survivesReload>
        O que você mudou neste documento ainda não foi salvo.
      </UnsavedGuard>
      <Suspense fallback={null}>
        {document && form.conflict === 'changed' && (
          <ConflictSheet documentId={document.id} onSaveMine={form.saveOver} onClose={form.closeConflict} />
        )}
        {form.conflict === 'deleted' && (
          <DeletedSheet onSaveAsNew={form.saveAsNew} onClose={form.closeConflict} />
        )}
      </Suspense>
    </Stack>
  )
}

function stateText(now: { isDirty: boolean; isSubmitting: boolean; isNew: boolean }): string {
  if (now.isSubmitting) return 'Salvando…'
  if (now.isDirty) return 'Ainda não salvo. O rascunho fica neste navegador.'
  return now.isNew ? '' : 'Tudo salvo.'
}

const VIEWS = [
  { value: 'visual', label: 'Visual' },
  { value: 'markdown', label: 'Markdown' },
] as const

type PaneProps = { form: ReturnType<typeof useDocumentForm>; reviewing: Reviewing }

function TextPane({ form, reviewing }: PaneProps) {
  const [view, setView] = useState(readTextView)
  const { title, body } = form.form.values
  const { error, ...field } = form.form.getInputProps('body')
  const choose = (chosen: TextView) => {
    setView(chosen)
    writeTextView(chosen)
  }
  const count =
    body.length >= NEARLY_FULL &&
    `${body.length.toLocaleString('pt-BR')} de ${LIMITS.documentLength.toLocaleString('pt-BR')} caracteres.`
  const markdown = (note: string) => (
    <MarkdownPanes
      title={title}
      body={body}
      reviewing={reviewing}
      field={{ ...field, error, description: count || note }}
      onBody={(now) => form.form.setFieldValue('body', now)}
    />
  )
  return (
    <Stack gap={16} className={classes.pane}>
      <Row gap={12} className={classes.views}>
        <SegmentedControl label="Como escrever" options={VIEWS} value={view} onChange={choose} />
      </Row>
      {view === 'markdown' ? (
        markdown('Em Markdown: # título, **negrito**, - lista, > citação.')
      ) : (
        <Suspense
          fallback={
            <div className={`${classes.waiting} skeleton`} role="status" aria-label="Abrindo o editor" />
          }
        >
          <VisualPane
            reviewing={reviewing}
            text={body}
            description={count || 'Selecione um trecho para reescrever. Digite / para inserir.'}
            error={error}
            path="body"
            onChange={(now) => form.form.setFieldValue('body', now)}
            fallback={markdown}
          />
        </Suspense>
      )}
    </Stack>
  )
}
