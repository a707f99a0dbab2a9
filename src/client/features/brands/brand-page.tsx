import { useQuery } from '@tanstack/react-query'
import { copyName } from '#client/entities/business/copy-name.ts'
import { LinkButton } from '#client/ui/buttons/link-button.tsx'
import { RecordLoader } from '#client/ui/forms/record-loader.tsx'
import type { Brand, BrandForm } from '#shared/contract/brands.ts'
import { BrandFormPage } from './brand-form.tsx'
import { NO_BRAND, valuesOf } from './brand-values.ts'
import { brands } from './brands.api.ts'

type Props = { userId: string; onSaved: (brand: Brand) => void }

const back = (
  <LinkButton to="/app/personalizacao/marcas" variant="default">
    Ver as marcas
  </LinkButton>
)

/** One brand, to be read and changed. */
export function BrandPage({ brandId, userId, onSaved }: Props & { brandId: string }) {
  const brand = useQuery(brands.detail(brandId))
  return (
    <RecordLoader query={brand} back={back}>
      {(it) => (
        <BrandFormPage
          userId={userId}
          draftName={it.id}
          brand={it}
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
  read?: { from: string; values: Partial<BrandForm> } | undefined
}

/** A brand that is not there yet: blank, as a reply has it, or a copy of the one called `copyOf`. */
export function NewBrandPage({ copyOf, read, userId, onSaved }: NewProps) {
  if (copyOf) return <BrandCopy key={copyOf} copyOf={copyOf} userId={userId} onSaved={onSaved} />
  return (
    <BrandFormPage
      userId={userId}
      draftName={read ? `resposta:${read.from}` : 'novo'}
      initialValues={{ ...NO_BRAND, ...read?.values }}
      onSaved={onSaved}
    />
  )
}

function BrandCopy({ copyOf, userId, onSaved }: Props & { copyOf: string }) {
  const original = useQuery(brands.detail(copyOf))
  return (
    <RecordLoader query={original} back={back}>
      {(it) => (
        <BrandFormPage
          userId={userId}
          draftName={`copia:${it.id}`}
          initialValues={{ ...valuesOf(it), name: copyName(it.name) }}
          onSaved={onSaved}
        />
      )}
    </RecordLoader>
  )
}
