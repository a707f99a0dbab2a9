import { Textarea, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { changesOf, formDraftKey } from '#client/lib/forms/form-draft.ts'
import { saveChanges } from '#client/lib/forms/save-changes.ts'
import { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import { FormPage } from '#client/ui/forms/form-page.tsx'
import { Stack } from '#client/ui/layout/stack.tsx'
import type { AdminTutorial, TutorialForm } from '#shared/contract/tutorials.ts'
import classes from './tutorial-form.module.css'
import { LivePreview } from './tutorial-preview.tsx'
import { type TutorialValues, TypedTutorial } from './tutorial-values.ts'
import { adminTutorials, tutorialsChanged } from './tutorials.api.ts'

type Props = {
  userId: string
  tutorial?: AdminTutorial
  initialValues: TutorialValues
  onSaved: (tutorial: AdminTutorial) => void
}

export function TutorialFormPage({ userId, tutorial, initialValues, onSaved }: Props) {
  const client = useQueryClient()
  const [opened] = useState(tutorial)
  const state = useDraftedForm({
    schema: TypedTutorial,
    initialValues,
    place: formDraftKey(userId, `tutorial:${tutorial?.id ?? 'novo'}`),
    save: (parsed) =>
      saveChanges({
        row: opened,
        changes: opened ? changesTo(opened, parsed) : parsed,
        send: (changes) =>
          opened ? adminTutorials.update(opened.id, changes) : adminTutorials.create(parsed),
        invalidate: () => tutorialsChanged(client),
      }),
    onSaved,
  })
  const { form } = state
  const input = (name: keyof TutorialValues) => ({
    name,
    size: 'md',
    autoComplete: 'off',
    ...form.getInputProps(name),
  })
  return (
    <FormPage
      title={tutorial ? 'Editar tutorial' : 'Novo tutorial'}
      state={state}
      isNew={!tutorial}
      submitLabel={tutorial ? 'Salvar' : 'Publicar tutorial'}
      list="/app/admin/tutoriais"
    >
      <div className={classes.columns}>
        <Stack gap={24} className={classes.fields}>
          <TextInput
            label="Vídeo do YouTube"
            description="O endereço, como está no navegador ou no botão Compartilhar, ou só o ID."
            placeholder="https://www.youtube.com/watch?v=…"
            inputMode="url"
            spellCheck={false}
            {...input('youtubeVideoId')}
          />
          <TextInput label="Título" {...input('title')} />
          <Textarea
            label="Descrição"
            description="O que se aprende, em uma ou duas frases."
            rows={5}
            {...input('description')}
          />
          <TextInput
            label="Ordem"
            description="Os números menores vêm primeiro. Na lista dá para arrastar."
            inputMode="numeric"
            className={classes.order}
            {...input('order')}
          />
        </Stack>
        <LivePreview values={form.values} tutorial={tutorial} />
      </div>
    </FormPage>
  )
}

function changesTo(tutorial: AdminTutorial, parsed: TutorialForm): Partial<TutorialForm> {
  const { thumbnailUrl, youtubeVideoId } = tutorial
  const changes = changesOf(formOf(tutorial), parsed)
  return Object.keys(changes).length === 0 && !thumbnailUrl ? { youtubeVideoId } : changes
}

const formOf = ({ title, description, youtubeVideoId, order }: AdminTutorial): TutorialForm => ({
  title,
  description,
  youtubeVideoId,
  order,
})
