import type { ApiKeyScope } from './contract/api-keys.ts'

/** The screen names of what a key opens. */
export const API_KEY_SCOPE_NAMES: Record<ApiKeyScope, string> = {
  people: 'Pessoas e convites',
  imports: 'Importação de pessoas',
  sales: 'Vendas',
  figures: 'Números de uso',
}
