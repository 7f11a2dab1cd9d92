/** Variants of a recipe that `cva` made, as props. */
export type VariantsOf<Recipe> = Recipe extends (props?: infer Props) => string ? NonNullable<Props> : never
