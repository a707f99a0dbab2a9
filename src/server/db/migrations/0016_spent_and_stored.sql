CREATE TABLE "spent_months" (
	"address_hash" text PRIMARY KEY NOT NULL,
	"month" date NOT NULL,
	"used" integer NOT NULL,
	"returned" integer NOT NULL,
	"day" date,
	"day_used" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storage_changes" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storage_totals" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "call_days" (
	"day" date NOT NULL,
	"agent_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"model" text NOT NULL,
	"is_own_key" boolean NOT NULL,
	"purpose" text NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"n_tokens" bigint DEFAULT 0 NOT NULL,
	"n_cached_tokens" bigint DEFAULT 0 NOT NULL,
	"n_output_tokens" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "call_days_day_agent_id_provider_model_is_own_key_purpose_pk" PRIMARY KEY("day","agent_id","provider","model","is_own_key","purpose"),
	CONSTRAINT "call_days_purpose_check" CHECK ("call_days"."purpose" in ('draft', 'title', 'summary', 'test'))
);
--> statement-breakpoint
CREATE TABLE "spend_days" (
	"day" date PRIMARY KEY NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"usd" numeric(20, 10) DEFAULT '0' NOT NULL,
	"granted" integer DEFAULT 0 NOT NULL,
	"warned_at" timestamp (3) with time zone,
	"reached_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "daily_message_limit" integer;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "storage_megabytes" integer DEFAULT 1000 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_months" ADD COLUMN "returned" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "usage_months" ADD COLUMN "day" date;--> statement-breakpoint
ALTER TABLE "usage_months" ADD COLUMN "day_used" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "house_settings" ADD COLUMN "daily_calls" integer;--> statement-breakpoint
ALTER TABLE "house_settings" ADD COLUMN "daily_usd" numeric(12, 2);--> statement-breakpoint
ALTER TABLE "house_settings" ADD COLUMN "budget_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "storage_totals" ADD CONSTRAINT "storage_totals_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "spent_months_month_idx" ON "spent_months" USING btree ("month");--> statement-breakpoint
CREATE INDEX "storage_changes_user_idx" ON "storage_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "chats_user_empty_idx" ON "chats" USING btree ("user_id","last_message_at","id") WHERE "chats"."last_seq" = 0 and "chats"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_daily_message_limit_check" CHECK ("plans"."daily_message_limit" > 0);--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_storage_megabytes_check" CHECK ("plans"."storage_megabytes" > 0);