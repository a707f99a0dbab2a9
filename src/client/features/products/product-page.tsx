import { useQuery } from '@tanstack/react-query'
import { copyName } from '#client/entities/business/copy-name.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { RecordLoader } from '#client/ui/forms/record-loader.tsx'
import type { Product } from '#shared/contract/products.ts'
import { ProductFormPage } from './product-form.tsx'
import { NO_PRODUCT, type ProductValues, valuesOf } from './product-values.ts'
import { products } from './products.api.ts'

type Props = { userId: string; onSaved: (product: Product) => void }

const back = (
  <LinkButton to="/app/personalizacao/produtos" variant="default">
    Ver os produtos
  </LinkButton>
)

/** One product, to be read and changed. */
export function ProductPage({ productId, userId, onSaved }: Props & { productId: string }) {
  const product = useQuery(products.detail(productId))
  return (
    <RecordLoader query={product} back={back}>
      {(it) => (
        <ProductFormPage
          userId={userId}
          draftName={it.id}
          product={it}
          initialValues={valuesOf(it)}
          onSaved={onSaved}
        />
      )}
    </RecordLoader>
  )
}

type NewProps = Props & {
  copyOf: string | undefined
  /** What a reply said of it, and which one. */
  read?: { from: string; values: Partial<ProductValues> } | undefined
}

/** A product that is not there yet: blank, as a reply has it, or a copy of the one called `copyOf`. */
export function NewProductPage({ copyOf, read, userId, onSaved }: NewProps) {
  if (copyOf) return <ProductCopy key={copyOf} copyOf={copyOf} userId={userId} onSaved={onSaved} />
  return (
    <ProductFormPage
      userId={userId}
      draftName={read ? `resposta:${read.from}` : 'novo'}
      initialValues={{ ...NO_PRODUCT, ...read?.values }}
      onSaved={onSaved}
    />
  )
}

function ProductCopy({ copyOf, userId, onSaved }: Props & { copyOf: string }) {
  const original = useQuery(products.detail(copyOf))
  return (
    <RecordLoader query={original} back={back}>
      {(it) => (
        <ProductFormPage
          userId={userId}
          draftName={`copia:${it.id}`}
          initialValues={{ ...valuesOf(it), name: copyName(it.name) }}
          onSaved={onSaved}
        />
      )}
    </RecordLoader>
  )
}
