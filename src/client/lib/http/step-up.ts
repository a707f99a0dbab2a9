/** Asks the user to prove who is there. Resolves once the server accepted it; rejects with the text to show. */
type Prover = () => Promise<void>

let prover: Prover | undefined
let pending: Promise<void> | undefined
let proofs = 0

/** Sets the prover of calls that are refused with STEP_UP_REQUIRED; undefined while no screen can ask. */
export function setProver(it: Prover | undefined): void {
  prover = it
}

/** Number of proofs since the page's start. */
export const countProofs = (): number => proofs

/**
 * Asks for a proof, once for all calls that wait. False without a prover; true at once after a proof since `before`, a
 * result of {@link countProofs}. Rejects as the prover does.
 */
export async function isProved(before: number): Promise<boolean> {
  if (proofs > before) return true
  if (!prover) return false
  pending ??= prover()
    .then(() => {
      proofs += 1
    })
    .finally(() => {
      pending = undefined
    })
  await pending
  return true
}
