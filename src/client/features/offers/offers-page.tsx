import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { AssetLink } from '#client/entities/business/asset-link.tsx'
import { AssetList } from '#client/entities/business/asset-list.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { EmptyExample } from '#client/ui/feedback/empty-example.tsx'
import type { Offer } from '#shared/contract/offers.ts'
import { offers } from './offers.api.ts'

const WORDS = { it: 'esta oferta', deleted: 'Oferta excluída.', restored: 'Oferta de volta.' }

type Props = { q: string; onSearch: (q: string) => void }

/** How the creator's products are pitched. */
export function OffersPage({ q, onSearch }: Props) {
  const navigate = useNavigate()
  const newLink = (
    <LinkButton to="/app/personalizacao/ofertas/new" leftSection={<IconPlus size={20} aria-hidden />}>
      Nova oferta
    </LinkButton>
  )
  return (
    <AssetList
      title="Ofertas"
      lead="O jeito de vender: uma ideia, um mecanismo e uma proposta, com os seus produtos e marcas dentro."
      noun={offers}
      words={WORDS}
      searchLabel="Buscar ofertas"
      q={q}
      onSearch={onSearch}
      newLink={newLink}
      empty={
        <EmptyExample title="Que história vende o seu produto?" action={newLink} example={EXAMPLE}>
          Uma oferta junta produto, marca e a ideia que faz a pessoa parar para ouvir. Escolha a oferta numa
          conversa e o agente leva tudo de uma vez.
        </EmptyExample>
      }
      onEdit={(offerId) => void navigate({ to: '/app/personalizacao/ofertas/$offerId', params: { offerId } })}
      onDuplicate={(de) => void navigate({ to: '/app/personalizacao/ofertas/new', search: { de } })}
    >
      {(offer) => (
        <AssetLink
          to="/app/personalizacao/ofertas/$offerId"
          params={{ offerId: offer.id }}
          name={offer.name}
          detail={offer.bigIdea}
          facts={factsOf(offer)}
          warning={warningOf(offer)}
        />
      )}
    </AssetList>
  )
}

const count = (number: number, one: string, many: string) => (number === 1 ? `1 ${one}` : `${number} ${many}`)

const factsOf = ({ productIds, brandIds }: Offer) => [
  ...(productIds.length > 0 ? [count(productIds.length, 'produto', 'produtos')] : []),
  ...(brandIds.length > 0 ? [count(brandIds.length, 'marca', 'marcas')] : []),
]

/** What it joined may have been deleted since. */
function warningOf({ productIds, brandIds }: Offer): string | undefined {
  if (productIds.length === 0 && brandIds.length === 0) return 'Ficou sem produto e sem marca'
  if (productIds.length === 0) return 'Ficou sem produto'
  return brandIds.length === 0 ? 'Ficou sem marca' : undefined
}

const EXAMPLE = {
  name: 'Turma de março: venda antes de gravar',
  lines: [
    'Big Idea: o curso que se paga antes da primeira aula',
    'Junta o produto “Método Primeira Venda” e a marca “Clara Prado”',
  ],
}
