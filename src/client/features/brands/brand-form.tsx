import { Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { invalidateBusiness } from '#client/entities/business/asset-resource.ts'
import { changesOf, formDraftKey } from '#client/lib/forms/form-draft.ts'
import { useDraftedForm } from '#client/lib/forms/use-drafted-form.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { FieldGroup, FormPage } from '#client/ui/forms/form-page.tsx'
import { HelpTip } from '#client/ui/overlays/help-tip.tsx'
import { type Brand, BrandForm } from '#shared/contract/brands.ts'
import { valuesOf } from './brand-values.ts'
import { brands } from './brands.api.ts'
import classes from './brands.module.css'

type Props = {
  userId: string
  /** Tells this form's draft from those of the person's other brands. */
  draftName: string
  /** What is kept already; without it the form makes a new one. */
  brand?: Brand
  /** What the form opens with: nothing, a copy, or what a reply said. */
  initialValues: BrandForm
  onSaved: (brand: Brand) => void
}

/** As whom the creator sells: only the name has to be there. */
export function BrandFormPage({ userId, draftName, brand, initialValues, onSaved }: Props) {
  const client = useQueryClient()
  const state = useDraftedForm({
    schema: BrandForm,
    initialValues,
    place: formDraftKey(userId, `brand:${draftName}`),
    save: async (parsed) => {
      const changes = brand ? changesOf(valuesOf(brand), parsed) : {}
      if (brand && Object.keys(changes).length === 0) return brand
      const saved = await (brand ? brands.update(brand.id, changes) : brands.create(parsed))
      await invalidateBusiness(client)
      return saved
    },
    onSaved,
  })
  return (
    <FormPage
      title={brand ? 'Editar marca' : 'Nova marca'}
      lead="Só o nome é obrigatório. O resto faz o texto soar como você, e não como qualquer um."
      state={state}
      isNew={!brand}
      submitLabel={brand ? 'Salvar' : 'Salvar marca'}
      cancel={
        <LinkButton to="/app/personalizacao/marcas" size="lg" variant="default">
          Cancelar
        </LinkButton>
      }
    >
      <VoiceFields form={state.form} />
      <PlaceFields form={state.form} />
    </FormPage>
  )
}

type Fields = { form: UseFormReturnType<BrandForm> }

const inputOf = (form: Fields['form']) => (name: keyof BrandForm) => ({
  name,
  size: 'lg',
  ...form.getInputProps(name),
})

function VoiceFields({ form }: Fields) {
  const input = inputOf(form)
  return (
    <>
      <FieldGroup title="A marca">
        <TextInput label="Nome" autoComplete="off" {...input('name')} />
        <Textarea
          label="Descrição (opcional)"
          description="O que ela faz, desde quando, por quê."
          rows={4}
          {...input('description')}
        />
      </FieldGroup>
      <FieldGroup title="A voz" lead="Com quem ela fala, e de que jeito." help={VOICE_HELP}>
        <Textarea
          label="Público (opcional)"
          description="Quem acompanha e quem compra."
          rows={4}
          {...input('audience')}
        />
        <Textarea
          label="Tom de voz (opcional)"
          description="Por exemplo: direta, calorosa, sem jargão, com humor seco."
          rows={3}
          {...input('toneOfVoice')}
        />
        <Textarea
          label="Diferenciais (opcional)"
          description="O que só ela tem ou faz."
          rows={4}
          {...input('differentiators')}
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

function PlaceFields({ form }: Fields) {
  const input = inputOf(form)
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
        {...input('website')}
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
        {...input('instagram')}
      />
    </FieldGroup>
  )
}
