import { Button, Textarea, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { type FormEvent, lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useSaveShortcut } from '#client/lib/browser/use-save-shortcut.ts'
import { Markdown } from '#client/markdown/markdown.tsx'
import { Callout } from '#client/ui/feedback/callout.tsx'
import { FormFoot } from '#client/ui/forms/form-page.tsx'
import { SegmentedControl } from '#client/ui/forms/segmented-control.tsx'
import { UnsavedGuard } from '#client/ui/forms/unsaved-guard.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { Document } from '#shared/contract/documents.ts'
import { LIMITS } from '#shared/limits.ts'
import { withoutTitle } from '#shared/markdown-title.ts'
import classes from './document-editor.module.css'
import { useDocumentForm } from './use-document-form.ts'

const ConflictSheet = lazy(() => import('./conflict-sheet.tsx').then((it) => ({ default: it.ConflictSheet })))
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

/** A Markdown editor with a preview beside it; on a phone one of the two at a time. */
export function DocumentEditor({ document, userId, cancel, onSaved }: Props) {
  useDocumentTitle(`${document ? `Editar ${document.title}` : 'Novo documento'} · Elenco`)
  const form = useDocumentForm({ document, userId, onSaved })
  const { isDirty, isSubmitting, save } = form
  const [isPreview, setPreview] = useState(false)
  const textError = form.form.errors.body
  // The error is below the text field.
  useEffect(() => {
    if (textError) setPreview(false)
  }, [textError])
  useSaveShortcut(() => {
    if (isDirty && !isSubmitting) save(true)
  })
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
      <TextInput
        label="Título"
        size="lg"
        autoComplete="off"
        classNames={{ input: classes.title ?? '' }}
        {...form.form.getInputProps('title')}
      />
      <SegmentedControl
        label="O que ver"
        options={MODES}
        value={isPreview ? 'preview' : 'write'}
        onChange={(mode) => setPreview(mode === 'preview')}
        className={classes.modes}
      />
      <Panes form={form} isPreview={isPreview} />
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

const MODES = [
  { value: 'write', label: 'Escrever' },
  { value: 'preview', label: 'Ver como fica' },
] as const

function Panes({ form, isPreview }: { form: ReturnType<typeof useDocumentForm>; isPreview: boolean }) {
  const { title, body } = form.form.values
  // Rendering a long text must not block typing.
  const shown = useDeferredValue(body)
  return (
    <div className={classes.panes} data-preview={isPreview || undefined}>
      <Textarea
        label="Texto"
        size="md"
        description={
          body.length < NEARLY_FULL
            ? 'Em Markdown: # título, **negrito**, - lista, > citação.'
            : `${body.length.toLocaleString('pt-BR')} de ${LIMITS.documentLength.toLocaleString('pt-BR')} caracteres.`
        }
        aria-keyshortcuts="Control+S"
        classNames={{ root: classes.write ?? '', input: classes.text ?? '' }}
        {...form.form.getInputProps('body')}
      />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section className={classes.preview} aria-label="Como fica" tabIndex={0}>
        {shown.trim() === '' ? (
          <p className={text.soft}>O texto aparece aqui como vai ficar.</p>
        ) : (
          <Markdown text={withoutTitle(shown, title)} level={2} />
        )}
      </section>
    </div>
  )
}
