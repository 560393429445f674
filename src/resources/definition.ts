/**
 * What a resource's attributes are, as plain data, and the types that follow from it. A definition lists the attributes
 * in the order of the resource on the wire; the writable ones are read and checked in that order.
 * Source: docs/reference/api.md ("Bodies", "Errors").
 */

/** The outcome of reading a value: what it means, or what is wrong with it. */
export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason?: string };

/** The command line's option, named after the attribute. */
export type OptionDefinition = {
  /** What stands for the value in the help text, such as `HOST`; flags have none. */
  readonly value?: string;
  readonly help: string;
  /** What `update` says instead of `help`. */
  readonly updateHelp?: string;
  /** What the help text names as the default where the definition has no fixed one. */
  readonly defaultHelp?: string;
  /** The option is `--…-file` and names a file with the text; `--no-…-file` says empty, where there is help for it. */
  readonly file?: { readonly offHelp?: string };
  /** The flag that says false, with its help text; `--no-…` unless `flag` is given. */
  readonly off?: { readonly flag?: string; readonly help: string; readonly updateHelp?: string };
};

type Common = {
  /** For the API reference. */
  readonly description?: string;
  readonly examples?: readonly unknown[];
  /** Set by Nameplate; ignored in bodies. */
  readonly readOnly?: true;
  /** Taken, and never returned. */
  readonly writeOnly?: true;
  /** The audit trail says that it changed, never what it is. */
  readonly secret?: true;
  /** Errors never quote its value, in which a private key may be, by mistake or not. */
  readonly unquoted?: true;
  /** The attribute whose error tells that this one is wrong, too. */
  readonly errorOf?: string;
  /** Must be given when the resource is created. */
  readonly required?: true;
  /** Of a read-only attribute: that of its filter. */
  readonly option?: OptionDefinition;
  /** The list can be filtered by it: by the whole value, by a part of it in whatever case, or by some of a map's entries. */
  readonly filter?: { readonly by: 'whole' | 'part' | 'entries'; readonly description: string };
  /** The list's `query` looks here. */
  readonly searched?: true;
  /** Follows the attribute's name on the errors' page; derived for flags, choices and integers. */
  readonly refused?: string;
};

type Text = Common & {
  readonly type: 'text';
  /** Null leaves it out. */
  readonly nullable?: true;
  readonly default?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  /** For the API reference. */
  readonly pattern?: string;
  /** Ends the sentence "allowed: …"; read-only attributes need none. */
  readonly allowed?: string;
  /** Reads what was sent; any text is taken without it. */
  readonly read?: (text: string) => Reading<string>;
};
type Flag = Common & { readonly type: 'boolean'; readonly default?: boolean };
type Choice = Common & {
  readonly type: 'choice';
  readonly choices: readonly string[];
  /** In forms, empty text says null. */
  readonly nullable?: true;
  readonly default?: string | null;
};
type Integer = Common & {
  readonly type: 'integer';
  readonly minimum: number;
  readonly maximum: number;
  readonly default?: number;
};
/** Milliseconds since the epoch here and in the store; text on the wire. */
type Timestamp = Common & {
  readonly type: 'timestamp';
  readonly allowed?: string;
  readonly nullable?: true;
  readonly default?: null;
};
type Uuid = Common & { readonly type: 'uuid'; readonly readOnly: true };
/** In forms, separated by commas; JSON text in the store. Writable ones are of `choices`. */
type TextList = Common & {
  readonly type: 'texts';
  readonly choices?: readonly string[];
  readonly default?: readonly string[];
};
/** An object of texts; JSON text in forms and in the store. */
type TextMap = Common & {
  readonly type: 'text_map';
  readonly default?: Readonly<Record<string, string>>;
  readonly maxEntries: number;
  readonly maxKeyLength: number;
  readonly maxValueLength: number;
};
/** A value with a shape of its own; JSON text in forms and in the store. */
type Json = Common & {
  readonly type: 'json';
  readonly default?: object | null;
  readonly allowed: string;
  /** JSON Schema. */
  readonly schema: Readonly<Record<string, unknown>>;
  readonly read: (value: unknown) => Reading<unknown>;
};
/** Computed for the answer; only its schema and its mapping know more. `choices` are those of its filter. */
type Computed = Common & {
  readonly type: 'computed';
  readonly readOnly: true;
  readonly choices?: readonly string[];
};

export type AttributeDefinition =
  | Text
  | Flag
  | Choice
  | Integer
  | Timestamp
  | Uuid
  | TextList
  | TextMap
  | Json
  | Computed;

export type Definitions = Readonly<Record<string, AttributeDefinition>>;

/** An attribute's name in the program: `preserve_path` is `preservePath`. */
export type KeyOf<Name extends string> = Name extends `${infer Head}_${infer Rest}`
  ? `${Head}${Capitalize<KeyOf<Rest>>}`
  : Name;

export type ValueOf<D> = D extends { readonly type: 'boolean' }
  ? boolean
  : D extends { readonly type: 'integer' }
    ? number
    : D extends { readonly type: 'text'; readonly nullable: true }
      ? string | null
      : D extends { readonly type: 'timestamp' }
        ? D extends { readonly nullable: true }
          ? number | null
          : number
        : D extends { readonly type: 'choice'; readonly choices: readonly (infer Word)[] }
          ? Word | (D extends { readonly nullable: true } ? null : never)
          : D extends { readonly type: 'texts' }
            ? readonly string[]
            : D extends { readonly type: 'text_map' }
              ? Readonly<Record<string, string>>
              : D extends { readonly type: 'json'; readonly read: (value: unknown) => Reading<infer Value> }
                ? Value
                : D extends { readonly type: 'computed' }
                  ? unknown
                  : string;

/** Names of the attributes that have `Trait`. */
type NameWith<D, Trait> = keyof { [K in keyof D as D[K] extends Trait ? K : never]: K } & string;

export type AttributeName<D> = keyof D & string;
export type ReadOnlyName<D> = NameWith<D, { readonly readOnly: true }>;
export type StoredName<D> = Exclude<
  AttributeName<D>,
  NameWith<D, { readonly type: 'computed' }> | NameWith<D, { readonly writeOnly: true }>
>;
/** Of what has a filter by traffic: its last seven whole days, and how they differ from the seven before. */
export const trafficSorts = ['visitors', 'requests', 'errors', 'change'] as const;
export type TrafficSort = (typeof trafficSorts)[number];
/** What lists can be sorted by: what is stored, the verdict, and traffic. */
export type SortName<D> =
  | StoredName<D>
  | Extract<AttributeName<D>, 'verdict'>
  | ('traffic' extends AttributeName<D> ? TrafficSort : never);
export type WritableName<D> = Exclude<AttributeName<D>, ReadOnlyName<D>>;
export type FilterName<D> = NameWith<D, { readonly filter: object }>;
/** Names of the attributes whose values callers send: in bodies, or to filter a list. */
export type SentName<D> = WritableName<D> | FilterName<D>;

type ByCamelCase<D, Name extends AttributeName<D>> = {
  readonly [K in Name as KeyOf<K>]: ValueOf<D[K]>;
};

/** The resource as the program has it: in camelCase, without computed and write-only attributes. */
export type Entity<D> = ByCamelCase<D, StoredName<D>>;

/** What a caller may set. */
export type Values<D> = ByCamelCase<D, WritableName<D>>;

/** Values that stand unless the caller sets others. */
export type Defaults<D> = ByCamelCase<
  D,
  NameWith<D, { readonly default: string | number | boolean | object | null }> & WritableName<D>
>;

type Given<D> = ByCamelCase<D, NameWith<D, { readonly required: true }> & WritableName<D>> & Defaults<D>;

/** A new resource's values; undefined where neither the caller nor the definition has one. */
export type NewValues<D> = {
  readonly [K in keyof Values<D>]: K extends keyof Given<D> ? Values<D>[K] : Values<D>[K] | undefined;
};

/** What a list can be filtered by. */
export type Filters<D> = {
  readonly [K in FilterName<D> as KeyOf<K>]?: ValueOf<D[K]> | undefined;
};
