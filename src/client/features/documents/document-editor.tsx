import { Button, Textarea, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { lazy, type ReactNode, Suspense, useDeferredValue, useEffect, useState } from 'react'
import { useSaveShortcut } from '#client/lib/browser/use-save-shortcut.ts'
import { Markdown } from '#client/markdown/markdown.tsx'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { UnsavedGuard } from '#client/ui/forms/unsaved-guard.tsx'
import type { Document } from '#shared/contract/documents.ts'
import { LIMITS } from '#shared/limits.ts'
import { withoutTitle } from '#shared/markdown-title.ts'
import classes from './document-editor.module.css'
import { useDocumentForm } from './use-document-form.ts'

const ConflictSheet = lazy(() => import('./conflict-sheet.tsx').then((it) => ({ default: it.ConflictSheet })))
const DeletedSheet = lazy(() => import('./deleted-sheet.tsx').then((it) => ({ default: it.DeletedSheet })))

/** From here on the length is said. */
const NEARLY_FULL = 0.9 * LIMITS.documentLength

type Props = {
  /** As the server has it; none for a new one. */
  document: Document | undefined
  userId: string
  /** The way back without saving. */
  cancel: ReactNode
  /** After a save; `isDone` once nothing is left to be written. */
  onSaved: (document: Document, isDone: boolean) => void
}

/** Writes a document in Markdown beside what it becomes; on a phone one of the two at a time. */
export function DocumentEditor({ document, userId, cancel, onSaved }: Props) {
  useDocumentTitle(`${document ? `Editar ${document.title}` : 'Novo documento'} · Elenco`)
  const form = useDocumentForm({ document, userId, onSaved })
  const { isDirty, isSubmitting, save } = form
  const [isPreview, setPreview] = useState(false)
  const textError = form.form.errors.body
  // What is wrong must be in sight.
  useEffect(() => {
    if (textError) setPreview(false)
  }, [textError])
  useSaveShortcut(() => {
    if (isDirty && !isSubmitting) save(true)
  })
  return (
    <form
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault()
        save(false)
      }}
    >
      <h1 className="visually-hidden">{document ? 'Editar documento' : 'Novo documento'}</h1>
      {form.isRestored && (
        <div role="status" className={classes.restored}>
          <p>
            <strong>Recuperamos o que você tinha escrito.</strong> Ainda não está salvo.
          </p>
          <Button size="sm" variant="default" onClick={form.discard}>
            {document ? 'Voltar ao que está salvo' : 'Começar do zero'}
          </Button>
        </div>
      )}
      <TextInput
        label="Título"
        size="lg"
        autoComplete="off"
        classNames={{ input: classes.title ?? '' }}
        {...form.form.getInputProps('title')}
      />
      <Modes isPreview={isPreview} onChange={setPreview} />
      <Panes form={form} isPreview={isPreview} />
      <div className={classes.foot}>
        <FormAlert>{form.failure}</FormAlert>
        <div className={classes.actions}>
          <Button type="submit" size="md" loading={isSubmitting}>
            Salvar
          </Button>
          {cancel}
          <p role="status" className={classes.state}>
            {stateText({ isDirty, isSubmitting, isNew: !document })}
          </p>
        </div>
      </div>
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
    </form>
  )
}

function stateText(now: { isDirty: boolean; isSubmitting: boolean; isNew: boolean }): string {
  if (now.isSubmitting) return 'Salvando…'
  if (now.isDirty) return 'Ainda não salvo. O rascunho fica neste navegador.'
  return now.isNew ? '' : 'Tudo salvo.'
}

type ModesProps = { isPreview: boolean; onChange: (isPreview: boolean) => void }

/** Only where there is no room for both. */
function Modes({ isPreview, onChange }: ModesProps) {
  return (
    <fieldset className={classes.modes}>
      <legend className="visually-hidden">O que ver</legend>
      <button type="button" aria-pressed={!isPreview} onClick={() => onChange(false)}>
        Escrever
      </button>
      <button type="button" aria-pressed={isPreview} onClick={() => onChange(true)}>
        Ver como fica
      </button>
    </fieldset>
  )
}

function Panes({ form, isPreview }: { form: ReturnType<typeof useDocumentForm>; isPreview: boolean }) {
  const { title, body } = form.form.values
  // Typing never waits for a long text to be laid out.
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard. */}
      <section className={classes.preview} aria-label="Como fica" tabIndex={0}>
        {shown.trim() === '' ? (
          <p className={classes.nothing}>O texto aparece aqui como vai ficar.</p>
        ) : (
          <Markdown text={withoutTitle(shown, title)} level={2} />
        )}
      </section>
    </div>
  )
}
