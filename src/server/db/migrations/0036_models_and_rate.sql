CREATE TABLE "past_model_prices" (
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"until" date NOT NULL,
	"input_price" numeric(12, 4) NOT NULL,
	"cached_input_price" numeric(12, 4) NOT NULL,
	"output_price" numeric(12, 4) NOT NULL,
	CONSTRAINT "past_model_prices_provider_model_until_pk" PRIMARY KEY("provider","model","until")
);
--> statement-breakpoint
ALTER TABLE "house_settings" ADD COLUMN "brl_per_usd" numeric(10, 4);--> statement-breakpoint
ALTER TABLE "house_settings" ADD COLUMN "brl_set_on" date;--> statement-breakpoint
ALTER TABLE "house_settings" ADD COLUMN "brl_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "model_prices" ADD COLUMN "is_offered" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "model_prices" ADD COLUMN "context_tokens" integer;--> statement-breakpoint
ALTER TABLE "model_prices" ADD COLUMN "priced_on" date DEFAULT (now() at time zone 'America/Sao_Paulo')::date NOT NULL;