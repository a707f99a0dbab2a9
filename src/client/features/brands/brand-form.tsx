import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { AssetForm } from '#client/entities/business/asset-description.ts'
import { FieldGroup } from '#client/ui/forms/form-page.tsx'
import { HelpTip } from '#client/ui/overlays/help-tip.tsx'
import { type Brand, BrandForm } from '#shared/contract/brands.ts'
import { brandDescription } from './brand-description.ts'
import classes from './brands.module.css'
import { VoiceLink } from './voice-link.tsx'

type Fields = { form: UseFormReturnType<BrandForm> }

function VoiceFields({ form }: Fields) {
  return (
    <>
      <FieldGroup title="A marca">
        <TextInput label="Nome" autoComplete="off" {...form.getInputProps('name')} />
        <Textarea
          label="Descrição (opcional)"
          description="O que ela faz, desde quando, por quê."
          rows={4}
          {...form.getInputProps('description')}
        />
      </FieldGroup>
      <FieldGroup title="A voz" lead="Com quem ela fala, e de que jeito." help={VOICE_HELP}>
        <Textarea
          label="Público (opcional)"
          description="Quem acompanha e quem compra."
          rows={4}
          {...form.getInputProps('audience')}
        />
        <Textarea
          label="Tom de voz (opcional)"
          description="Por exemplo: direta, calorosa, sem jargão, com humor seco."
          rows={3}
          {...form.getInputProps('toneOfVoice')}
        />
        <Textarea
          label="Diferenciais (opcional)"
          description="O que só ela tem ou faz."
          rows={4}
          {...form.getInputProps('differentiators')}
        />
      </FieldGroup>
    </>
  )
}

const VOICE_HELP = (
  <HelpTip about="o jeito de falar">
    <p>Quanto mais específico, mais o texto sai com a sua cara. Vale dizer também o que você nunca diria.</p>
    <p>
      Em vez de “próximo e profissional”:{' '}
      <em>como quem explica para uma amiga, frases curtas, sem gírias de guru, sem ponto de exclamação.</em>
    </p>
  </HelpTip>
)

function AddressFields({ form }: Fields) {
  return (
    <FieldGroup title="Onde encontrar">
      <TextInput
        label="Site (opcional)"
        type="text"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        placeholder="suamarca.com.br"
        {...form.getInputProps('website')}
      />
      <TextInput
        label="Instagram (opcional)"
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        placeholder="suamarca"
        leftSection={
          <span className={classes.at} aria-hidden>
            @
          </span>
        }
        {...form.getInputProps('instagram')}
      />
    </FieldGroup>
  )
}

const valuesOf = (brand: Brand): BrandForm => ({
  name: brand.name,
  description: brand.description ?? '',
  audience: brand.audience ?? '',
  toneOfVoice: brand.toneOfVoice ?? '',
  differentiators: brand.differentiators ?? '',
  website: brand.website ?? '',
  instagram: brand.instagram ?? '',
})

export const brandForm: AssetForm<Brand, BrandForm, BrandForm> = {
  description: brandDescription,
  editTitle: 'Editar marca',
  lead: 'Só o nome é obrigatório. O resto faz o texto soar como você, e não como qualquer um.',
  createLabel: 'Salvar marca',
  schema: BrandForm,
  empty: {
    name: '',
    description: '',
    audience: '',
    toneOfVoice: '',
    differentiators: '',
    website: '',
    instagram: '',
  },
  valuesOf,
  bodyOf: valuesOf,
  Fields: ({ form }) => (
    <>
      <VoiceFields form={form} />
      <AddressFields form={form} />
    </>
  ),
  More: ({ assetId }) => assetId && <VoiceLink assetId={assetId} />,
}
