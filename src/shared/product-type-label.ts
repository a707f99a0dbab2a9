/** A product's type as it is shown, in sentence case; it is stored as "Mentoria em Grupo". */
export const productTypeLabel = (type: string): string => type.charAt(0) + type.slice(1).toLowerCase()
