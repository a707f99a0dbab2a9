import { useNavigate, useSearch } from '@tanstack/react-router'

/** The `q` of a list's address, and a function that replaces it without a new history entry. */
export function useListSearch() {
  const { q = '' } = useSearch({ strict: false })
  const navigate = useNavigate()
  const onSearch = (text: string) =>
    void navigate({ to: '.', search: text ? { q: text } : {}, replace: true, resetScroll: false })
  return { q, onSearch }
}
