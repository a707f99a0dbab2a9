import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { AssetLink } from '#client/entities/business/asset-link.tsx'
import { AssetList } from '#client/entities/business/asset-list.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { EmptyExample } from '#client/ui/feedback/empty-example.tsx'
import type { Brand } from '#shared/contract/brands.ts'
import { brands } from './brands.api.ts'

const WORDS = { it: 'esta marca', deleted: 'Marca excluída.', restored: 'Marca de volta.' }

type Props = { q: string; onSearch: (q: string) => void }

/** As whom the creator sells. */
export function BrandsPage({ q, onSearch }: Props) {
  const navigate = useNavigate()
  const newLink = (
    <LinkButton to="/app/personalizacao/marcas/new" leftSection={<IconPlus size={20} aria-hidden />}>
      Nova marca
    </LinkButton>
  )
  return (
    <AssetList
      title="Marcas"
      lead="Quem fala com o seu público. Com o tom de voz guardado, o texto já sai com a sua cara."
      noun={brands}
      words={WORDS}
      searchLabel="Buscar marcas"
      q={q}
      onSearch={onSearch}
      newLink={newLink}
      empty={
        <EmptyExample title="Com que voz você vende?" action={newLink} example={EXAMPLE}>
          Pode ser o seu nome ou o da sua empresa. Com público e tom de voz guardados, o agente escreve como
          você falaria.
        </EmptyExample>
      }
      onEdit={(brandId) => void navigate({ to: '/app/personalizacao/marcas/$brandId', params: { brandId } })}
      onDuplicate={(de) => void navigate({ to: '/app/personalizacao/marcas/new', search: { de } })}
    >
      {(brand) => (
        <AssetLink
          to="/app/personalizacao/marcas/$brandId"
          params={{ brandId: brand.id }}
          name={brand.name}
          detail={brand.audience ?? brand.description ?? undefined}
          facts={factsOf(brand)}
        />
      )}
    </AssetList>
  )
}

const factsOf = ({ instagram, website }: Brand) => [
  ...(instagram ? [`@${instagram}`] : []),
  ...(website ? [website.replace(/^https?:\/\/(www\.)?|\/$/g, '')] : []),
]

const EXAMPLE = {
  name: 'Clara Prado',
  lines: [
    'Para mães que querem vender pela internet em duas horas por dia',
    'Tom de voz: direta, calorosa, sem jargão, “bora” no lugar de “vamos”',
  ],
}
