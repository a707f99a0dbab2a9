import { Button, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AdminPage } from '#client/entities/admin/admin-page.tsx'
import { type ChangedMeanwhile, changedMeanwhile } from '#client/entities/admin/changed-meanwhile.ts'
import { useContractForm } from '#client/lib/forms/use-contract-form.ts'
import { FormAlert } from '#client/ui/feedback/form-alert.tsx'
import { LoadError } from '#client/ui/feedback/load-error.tsx'
import { Skeletons } from '#client/ui/feedback/skeletons.tsx'
import { showToast } from '#client/ui/feedback/toast.ts'
import columns from '#client/ui/forms/form-columns.module.css'
import { UnsavedGuard } from '#client/ui/forms/unsaved-guard.tsx'
import { Row } from '#client/ui/layout/stack.tsx'
import { PhotoField } from '#client/ui/photo/photo-field.tsx'
import { type House, HouseForm } from '#shared/contract/house.ts'
import { uploadPath } from '#shared/upload-addresses.ts'
import { AccentField } from './accent-field.tsx'
import { houseQueries, saveHouse } from './house.api.ts'
import { HouseConflict } from './house-conflict.tsx'
import { HousePreview } from './house-preview.tsx'
import { bodyOf, valuesOf } from './house-values.ts'

export function HousePage() {
  const house = useQuery(houseQueries.current())
  return (
    <AdminPage
      title="Nome, logo e cor"
      description="Como a casa se apresenta: no app, na página inicial, nos e-mails, nos arquivos exportados e na tela do celular."
    >
      {house.data && <Editor opened={house.data} />}
      {house.isPending && <Skeletons label="Carregando o nome, o logo e a cor" heights={[320]} />}
      {house.isError && !house.data && (
        <LoadError query={house} title="O nome, o logo e a cor não carregaram" />
      )}
    </AdminPage>
  )
}

/** Keeps what was opened: a later read must not change the version that is saved over. */
function Editor({ opened }: { opened: House }) {
  const [base, setBase] = useState(opened)
  return <HouseEditor key={base.version} base={base} onBase={setBase} />
}

type Props = { base: House; onBase: (house: House) => void }

function HouseEditor({ base, onBase }: Props) {
  const client = useQueryClient()
  const [overtaken, setOvertaken] = useState<{ theirs: House; change: ChangedMeanwhile }>()
  const save = async (parsed: HouseForm, version: number) => {
    try {
      await saveHouse(client, { ...bodyOf(parsed), version })
    } catch (error) {
      const change = changedMeanwhile(error)
      if (!change) throw error
      setOvertaken({ theirs: await client.fetchQuery(houseQueries.current()), change })
      return
    }
    form.resetDirty()
    setOvertaken(undefined)
    onBase(client.getQueryData(houseQueries.current().queryKey) ?? base)
    showToast('Salvo. Quem abrir o app já vê.', 'success', {
      label: 'Recarregar',
      onChoose: () => location.reload(),
    })
  }
  const { form, failure, isSubmitting, handleSubmit } = useContractForm<HouseForm, HouseForm>({
    inputSize: 'lg',
    schema: HouseForm,
    initialValues: valuesOf(base),
    submit: (parsed) => save(parsed, base.version),
  })
  const logo = form.getInputProps('logoUrl')
  const { name, logoUrl } = form.values
  return (
    <form className={columns.columns} noValidate onSubmit={handleSubmit}>
      <div className={columns.fields}>
        <TextInput
          label="Nome"
          description="Até 40 caracteres."
          autoComplete="off"
          {...form.getInputProps('name')}
        />
        <PhotoField
          noun="logo"
          name={name}
          value={logoUrl}
          photoUrl={uploadPath(logoUrl) ?? '/favicon.svg'}
          onChange={logo.onChange}
          error={logo.error}
        />
        <AccentField form={form} />
        <div>
          <FormAlert>{failure}</FormAlert>
          <Row gap={12}>
            <Button type="submit" loading={isSubmitting}>
              Salvar
            </Button>
          </Row>
        </div>
      </div>
      <HousePreview values={form.values} />
      <UnsavedGuard isDirty={form.isDirty()} onDiscard={form.reset}>
        O que você mudou aqui ainda não foi salvo.
      </UnsavedGuard>
      {overtaken && (
        <HouseConflict
          mine={form.values}
          theirs={overtaken.theirs}
          change={overtaken.change}
          onKeepMine={() => save(HouseForm.parse(form.values), overtaken.theirs.version)}
          onTakeTheirs={() => onBase(overtaken.theirs)}
          onClose={() => setOvertaken(undefined)}
        />
      )}
    </form>
  )
}
