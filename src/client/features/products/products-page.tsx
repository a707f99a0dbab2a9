import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { AssetLink } from '#client/entities/business/asset-link.tsx'
import { AssetList } from '#client/entities/business/asset-list.tsx'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { EmptyExample } from '#client/ui/feedback/empty-example.tsx'
import type { Product } from '#shared/contract/products.ts'
import { formatMoney } from '#shared/money.ts'
import { products } from './products.api.ts'

const WORDS = { it: 'este produto', deleted: 'Produto excluído.', restored: 'Produto de volta.' }

type Props = { q: string; onSearch: (q: string) => void }

/** What the creator sells. */
export function ProductsPage({ q, onSearch }: Props) {
  const navigate = useNavigate()
  const newLink = (
    <LinkButton to="/app/personalizacao/produtos/new" leftSection={<IconPlus size={20} aria-hidden />}>
      Novo produto
    </LinkButton>
  )
  return (
    <AssetList
      title="Produtos"
      lead="O que você vende. Cada agente lê daqui o público, a promessa e os preços, sem você repetir."
      noun={products}
      words={WORDS}
      searchLabel="Buscar produtos"
      q={q}
      onSearch={onSearch}
      newLink={newLink}
      empty={
        <EmptyExample title="Qual é o seu primeiro produto?" action={newLink} example={EXAMPLE}>
          Conte uma vez o que você vende e para quem. Copy, roteiro, e-mail e plano de lançamento já saem com
          o seu público e os seus preços.
        </EmptyExample>
      }
      onEdit={(productId) =>
        void navigate({ to: '/app/personalizacao/produtos/$productId', params: { productId } })
      }
      onDuplicate={(de) => void navigate({ to: '/app/personalizacao/produtos/new', search: { de } })}
    >
      {(product) => (
        <AssetLink
          to="/app/personalizacao/produtos/$productId"
          params={{ productId: product.id }}
          name={product.name}
          detail={product.type}
          facts={factsOf(product)}
        />
      )}
    </AssetList>
  )
}

const factsOf = ({ practicePriceDecimal, maxInstallments, installmentValueDecimal }: Product) => [
  formatMoney(practicePriceDecimal),
  `${maxInstallments}x de ${formatMoney(installmentValueDecimal)}`,
]

const EXAMPLE = {
  name: 'Método Primeira Venda',
  lines: [
    'Curso Gravado, para quem já fez um perfil e ainda não vendeu',
    'De R$ 1.997,00 por R$ 997,00, ou 12x de R$ 99,70',
  ],
}
