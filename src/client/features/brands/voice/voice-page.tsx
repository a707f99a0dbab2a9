import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invalidateVoice, voiceCalls, voiceQueries } from '#client/entities/business/brand-voice.api.ts'
import { formDraftKey } from '#client/lib/forms/form-draft.ts'
import { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import { FormPage } from '#client/ui/forms/form-page.tsx'
import { RecordLoader } from '#client/ui/forms/record-loader.tsx'
import type { BrandVoice } from '#shared/contract/brand-voice.ts'
import type { Brand } from '#shared/contract/brands.ts'
import { brandDescription } from '../brand-description.ts'
import { Examples, Habits, Measured, Words } from './voice-fields.tsx'
import { VoiceSamples } from './voice-samples.tsx'
import { VoiceValuesSchema, valuesOf } from './voice-values.ts'

const { path, resource, texts } = brandDescription
const BACK = { to: path, label: texts.back }

type Props = { brandId: string; userId: string; onSaved: () => void }

/** How a brand writes: samples, what was measured in them, habits, words and example sentences. */
export function VoicePage(props: Props) {
  const brand = useQuery(resource.detail(props.brandId))
  const voice = useQuery({ ...voiceQueries.voice(props.brandId), staleTime: 0 })
  return (
    <RecordLoader query={brand} back={BACK}>
      {(loaded) => (
        <RecordLoader query={voice} back={BACK}>
          {(stored) => <VoiceForm {...props} brand={loaded} voice={stored} />}
        </RecordLoader>
      )}
    </RecordLoader>
  )
}

function VoiceForm({ brandId, userId, onSaved, brand, voice }: Props & { brand: Brand; voice: BrandVoice }) {
  const client = useQueryClient()
  const [opened] = useState(voice)
  const state = useDraftedForm({
    schema: VoiceValuesSchema,
    initialValues: valuesOf(opened),
    inputSize: 'lg',
    place: formDraftKey(userId, `voice:${brandId}`),
    save: async (parsed) => {
      const saved = await voiceCalls.update(brandId, parsed)
      await invalidateVoice(client, brandId)
      return saved
    },
    onSaved,
  })
  return (
    <FormPage
      title="Voz da marca"
      lead={`Como ${brand.name} escreve. Com pelo menos três amostras, o texto dos agentes segue esta voz, e cada resposta diz o que soa diferente.`}
      state={state}
      isNew={false}
      submitLabel="Salvar voz"
      list={path}
    >
      <VoiceSamples brandId={brandId} />
      <Measured voice={voice} />
      <Habits form={state.form} voice={voice} />
      <Words form={state.form} voice={voice} />
      <Examples form={state.form} />
    </FormPage>
  )
}
