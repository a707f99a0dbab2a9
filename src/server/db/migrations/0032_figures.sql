CREATE TABLE "plan_days" (
	"day" date NOT NULL,
	"plan_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"is_own_key" boolean NOT NULL,
	"messages" integer DEFAULT 0 NOT NULL,
	"replies" integer DEFAULT 0 NOT NULL,
	"n_tokens" bigint DEFAULT 0 NOT NULL,
	"n_cached_tokens" bigint DEFAULT 0 NOT NULL,
	"n_output_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "plan_days_day_plan_id_provider_model_is_own_key_pk" PRIMARY KEY("day","plan_id","provider","model","is_own_key")
);
