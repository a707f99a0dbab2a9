import { Button, Textarea } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { v7 as newId } from 'uuid'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { formatMoment } from '#client/lib/text/format.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { LoadFailure } from '#client/ui/feedback/load-failure.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { Row, Stack } from '#client/ui/layout/stack.tsx'
import text from '#client/ui/text/text.module.css'
import type { PersonNote } from '#shared/contract/person-notes.ts'
import { PersonNoteForm } from '#shared/contract/users-form.ts'
import { noteCalls, notesChanged, personQueries } from './person.api.ts'
import classes from './person.module.css'

/** What administrators wrote about a person. */
export function PersonNotes({ userId }: { userId: string }) {
  const client = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const notes = useQuery(personQueries.notes(userId))
  const remove = useMutation({
    mutationFn: (noteId: string) => noteCalls.remove(userId, noteId),
    onSuccess: async () => {
      showToast('Nota excluída.', 'success')
      // The pressed button disappears with its row.
      place.current?.focus()
      await notesChanged(client, userId)
    },
    onError: (error) => showToast(errorText(error), 'error'),
  })
  return (
    <FieldGroup
      title="Notas da administração"
      lead="Só a administração vê, e a pessoa as recebe na cópia dos próprios dados."
    >
      <Stack gap={16} ref={place} tabIndex={-1} className={classes.place}>
        {notes.isPending && <Skeletons label="Carregando notas" heights={[64]} />}
        {notes.isError && !notes.data && <LoadFailure query={notes}>{errorText(notes.error)}</LoadFailure>}
        {notes.data && notes.data.length > 0 && (
          <ul aria-label="Notas da administração" className={classes.list}>
            {notes.data.map((note) => (
              <Note
                key={note.id}
                note={note}
                isRemoving={remove.isPending && remove.variables === note.id}
                onRemove={() => remove.mutate(note.id)}
              />
            ))}
          </ul>
        )}
        <NewNote userId={userId} />
      </Stack>
    </FieldGroup>
  )
}

type NoteProps = { note: PersonNote; isRemoving: boolean; onRemove: () => void }

function Note({ note, isRemoving, onRemove }: NoteProps) {
  const { content, authorName, createdAt, isOwn } = note
  return (
    <Row as="li" gap={16} wrap={false} className={classes.row}>
      <Stack gap={4} className={classes.words}>
        <p className={classes.note}>{content}</p>
        <span className={text.soft}>
          {authorName} · <time dateTime={createdAt}>{formatMoment(createdAt)}</time>
        </span>
      </Stack>
      {isOwn && (
        <Button
          variant="subtle"
          aria-label={`Excluir a nota: ${content.slice(0, 40)}`}
          loading={isRemoving}
          onClick={onRemove}
        >
          Excluir
        </Button>
      )}
    </Row>
  )
}

function NewNote({ userId }: { userId: string }) {
  const client = useQueryClient()
  // A repeated send after a lost answer must not write twice.
  const [id, setId] = useState(() => newId())
  const { form, isSubmitting, failure, handleSubmit } = useContractForm({
    schema: PersonNoteForm,
    initialValues: { content: '' },
    inputSize: 'lg',
    submit: async ({ content }) => {
      await noteCalls.create(userId, { id, content })
      setId(newId())
      form.reset()
      showToast('Nota guardada.', 'success')
      await notesChanged(client, userId)
    },
  })
  return (
    <Stack as="form" gap={12} noValidate onSubmit={handleSubmit}>
      <Textarea label="Nova nota" autosize minRows={2} maxRows={8} {...form.getInputProps('content')} />
      <FormAlert>{failure}</FormAlert>
      <Button type="submit" variant="default" className={classes.start} loading={isSubmitting}>
        Guardar nota
      </Button>
    </Stack>
  )
}
