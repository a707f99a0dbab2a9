import { useNavigate } from '@tanstack/react-router'
import type { AssetForm, NamedAsset } from '#client/entities/business/asset-description.ts'
import { AssetDraftStep } from '#client/features/asset-drafts/asset-draft-step.tsx'
import { useSavedToast } from '#client/features/asset-drafts/use-saved-toast.ts'
import { useAuth } from '#client/features/auth/auth.ts'
import { EditAssetPage, NewAssetPage } from '#client/features/business/asset-form-pages.tsx'
import type { FormValues } from '#client/lib/forms/form-draft.ts'
import { type readNew, replyOf } from '#client/routes/-search-params.ts'
import { useSavedForm } from '../-use-saved-form.ts'

const DRAFT_SAVED = 'Rascunho salvo.'

type Props<Asset extends NamedAsset, Values extends FormValues, Body extends Record<string, unknown>> = {
  assetForm: AssetForm<Asset, Values, Body>
}

export function EditAssetRoute<
  Asset extends NamedAsset,
  Values extends FormValues,
  Body extends Record<string, unknown>,
>({ assetForm, assetId }: Props<Asset, Values, Body> & { assetId: string }) {
  const { path, texts } = assetForm.description
  const form = useSavedForm(path, texts.saved)
  const draft = useSavedForm(path, DRAFT_SAVED)
  const handleSaved = (isDraft: boolean) => (isDraft ? draft : form)?.onSaved()
  return (
    form && (
      <EditAssetPage assetForm={assetForm} assetId={assetId} userId={form.userId} onSaved={handleSaved} />
    )
  )
}

export function NewAssetRoute<
  Asset extends NamedAsset,
  Values extends FormValues,
  Body extends Record<string, unknown>,
>({ assetForm, search }: Props<Asset, Values, Body> & { search: ReturnType<typeof readNew> }) {
  const { kind, path, texts } = assetForm.description
  const source = replyOf(search)
  const userId = useAuth((state) => state.user?.id)
  const navigate = useNavigate()
  const notifySaved = useSavedToast(texts.saved, source)
  const notifyDraft = useSavedToast(DRAFT_SAVED, source)
  if (!userId) return null
  const handleSaved = (isDraft: boolean) => {
    if (isDraft) notifyDraft()
    else notifySaved()
    void (search.volta ? navigate({ href: search.volta }) : navigate({ to: path }))
  }
  return (
    <AssetDraftStep kind={kind} source={source} userId={userId}>
      {(read) => (
        <NewAssetPage
          assetForm={assetForm}
          userId={userId}
          copyOf={search.de}
          read={read}
          onSaved={handleSaved}
        />
      )}
    </AssetDraftStep>
  )
}
