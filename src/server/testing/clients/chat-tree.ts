export type TreeNode = { id: string; parentId: string | null; sender: 'human' | 'ai'; isRemoved: boolean }

/** The message tree of a chat, from which the expected active branch follows. */
export class ChatTree {
  /** In order of storage. */
  readonly nodes: TreeNode[] = []
  #chosen: TreeNode | undefined

  /** Adds a message; its branch becomes active. */
  add(id: string, parentId: string | null, sender: TreeNode['sender']): void {
    this.nodes.push({ id, parentId, sender, isRemoved: false })
    this.#chosen = undefined
  }

  get left(): TreeNode[] {
    return this.nodes.filter(({ isRemoved }) => !isRemoved)
  }

  /** The active branch, from the first message to the last. */
  get branch(): TreeNode[] {
    const end = this.#chosen ?? this.left.at(-1)
    return end ? [...this.#before(end), end] : []
  }

  versionsOf({ parentId, sender }: TreeNode): string[] {
    return this.left
      .filter((node) => node.parentId === parentId && node.sender === sender)
      .map(({ id }) => id)
  }

  choose(node: TreeNode): void {
    this.#chosen = this.left.findLast((other) => this.#isBelow(other, node))
  }

  remove(node: TreeNode): void {
    const wasShown = this.branch.includes(node)
    const shown = this.branch.at(-1)
    for (const other of this.nodes) if (this.#isBelow(other, node)) other.isRemoved = true
    const parent = this.#parentOf(node)
    if (!wasShown) this.#chosen = shown
    else if (parent) this.choose(parent)
    else this.#chosen = undefined
  }

  #parentOf = ({ parentId }: TreeNode) => this.nodes.find(({ id }) => id === parentId)

  #before(node: TreeNode): TreeNode[] {
    const parent = this.#parentOf(node)
    return parent ? [...this.#before(parent), parent] : []
  }

  #isBelow = (node: TreeNode, above: TreeNode): boolean =>
    node === above || this.#before(node).includes(above)
}
