import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { v7 as newId } from 'uuid'
import { invalidateBusiness } from '#client/entities/business/asset-resource.ts'
import { request } from '#client/lib/http/http-client.ts'
import { errorText } from '#client/lib/text/error-text.ts'
import { Sheet } from '#client/ui/overlays/sheet.tsx'
import sheetForm from '#client/ui/overlays/sheet-form.module.css'
import text from '#client/ui/text/text.module.css'
import { LIMITS } from '#shared/limits.ts'

const TEXTS = {
  product: {
    title: 'Novo produto',
    lead: 'Basta o nome: ele fica como rascunho, já escolhido nesta oferta. O resto você completa depois.',
    save: 'Criar e escolher',
  },
  brand: {
    title: 'Nova marca',
    lead: 'Basta o nome: ela já fica escolhida nesta oferta. A voz e o público você completa depois.',
    save: 'Criar e escolher',
  },
} as const

type Props = {
  kind: 'product' | 'brand'
  /** The name that was searched for. */
  name: string
  onMade: (assetId: string) => void
  onClose: () => void
  /** Leads to the whole form. */
  fullLink: ReactNode
}

/** Makes a product or brand that the offer lacks, without leaving its form. */
export default function NewAssetSheet({ kind, name: searched, onMade, onClose, fullLink }: Props) {
  const client = useQueryClient()
  const [name, setName] = useState(searched)
  const [isEmpty, setEmpty] = useState(false)
  // The same until it is stored: a press after a lost answer makes no second one.
  const [id, setId] = useState(() => newId())
  const { title, lead, save } = TEXTS[kind]
  const making = useMutation({
    mutationFn: async (wanted: string) => {
      const body = { id, name: wanted, ...(kind === 'product' && { isDraft: true }) }
      await request('POST', `/${kind}s`, { body })
      await invalidateBusiness(client)
    },
    onSuccess: () => onMade(id),
  })
  const handleSave = () => {
    const wanted = name.trim()
    setEmpty(wanted === '')
    if (wanted !== '') making.mutate(wanted)
  }
  return (
    <Sheet title={title} onDismiss={onClose}>
      {/* No form: it would stand in the offer's. */}
      <div className={sheetForm.form}>
        <p className={text.soft}>{lead}</p>
        <TextInput
          label="Nome"
          size="md"
          value={name}
          maxLength={LIMITS.nameLength}
          autoComplete="off"
          // The name that is being stored.
          readOnly={making.isPending}
          error={isEmpty ? 'Nome é obrigatório' : making.error && errorText(making.error)}
          onChange={(event) => {
            setName(event.currentTarget.value)
            setEmpty(false)
            // Another name is another row.
            if (making.isError) setId(newId())
            making.reset()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            handleSave()
          }}
        />
        <div className={sheetForm.buttons}>
          {fullLink}
          <Button loading={making.isPending} onClick={handleSave}>
            {save}
          </Button>
        </div>
      </div>
    </Sheet>
  )
}
