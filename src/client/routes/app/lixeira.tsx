import { createFileRoute, useNavigate, useSearch } from '@tanstack/react-router'
import { TrashPage } from '#client/features/trash/trash-page.tsx'
import { readSearch } from '#client/routes/-search-params.ts'
import { TrashKind } from '#shared/contract/trash.ts'

// Read in the component: `validateSearch` would load with every page, the sign-in too.
export const Route = createFileRoute('/app/lixeira')({ component: TrashRoute })

/** The search, and the one kind that is shown. */
function readTrash(search: Record<string, unknown>) {
  const tipo = TrashKind.options.find((kind) => kind === search.tipo)
  return { ...readSearch(search), ...(tipo && { tipo }) }
}

function TrashRoute() {
  const { q = '', tipo } = readTrash(useSearch({ strict: false }))
  const navigate = useNavigate()
  const show = (search: Record<string, unknown>) =>
    void navigate({ to: '.', search: readTrash(search), replace: true, resetScroll: false })
  return (
    <TrashPage
      q={q}
      kind={tipo}
      onSearch={(text) => show({ q: text, tipo })}
      onKind={(kind) => show({ q, tipo: kind })}
    />
  )
}
