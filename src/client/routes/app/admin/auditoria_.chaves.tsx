import { createFileRoute } from '@tanstack/react-router'
import { ApiKeysPage } from '#client/features/admin/api-keys/api-keys-page.tsx'

export const Route = createFileRoute('/app/admin/auditoria_/chaves')({ component: ApiKeysPage })
