CREATE TABLE "plan_externals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"plan_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"kind" text NOT NULL,
	"external_id" text NOT NULL,
	"name" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_externals_provider_check" CHECK ("plan_externals"."provider" in ('hubla', 'stripe')),
	CONSTRAINT "plan_externals_kind_check" CHECK ("plan_externals"."kind" in ('offer', 'product', 'price'))
);
--> statement-breakpoint
CREATE TABLE "purchase_claims" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subscription_id" uuid NOT NULL,
	"before" jsonb,
	"after" jsonb NOT NULL,
	"source" text NOT NULL,
	"webhook_event_id" uuid,
	"actor_id" uuid,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_changes_source_check" CHECK ("subscription_changes"."source" in ('webhook', 'admin', 'sign-up', 'claim', 'job'))
);
--> statement-breakpoint
CREATE TABLE "usage_months" (
	"user_id" uuid NOT NULL,
	"month" date NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "usage_months_user_id_month_pk" PRIMARY KEY("user_id","month"),
	CONSTRAINT "usage_months_used_check" CHECK ("usage_months"."used" >= 0)
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"external_id" text NOT NULL,
	"type" text NOT NULL,
	"schema_version" text,
	"raw_body" text,
	"is_sandbox" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'received' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"failure" text,
	"external_subscription_id" text,
	"email" text,
	"sold" jsonb,
	"processed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webhook_events_provider_check" CHECK ("webhook_events"."provider" in ('hubla', 'stripe')),
	CONSTRAINT "webhook_events_state_check" CHECK ("webhook_events"."state" in ('received', 'processed', 'failed', 'parked', 'ignored'))
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "quota_month" date;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "quota_length" integer;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "order" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "is_archived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "price_text" text;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "checkout_url" text;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "stripe_price_id" text;--> statement-breakpoint
ALTER TABLE "plans" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "last_modified_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "grace_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "cancels_at_period_end" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "external_offer_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "external_product_id" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "facts" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "plan_externals" ADD CONSTRAINT "plan_externals_plan_id_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "purchase_claims" ADD CONSTRAINT "purchase_claims_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_changes" ADD CONSTRAINT "subscription_changes_subscription_id_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_changes" ADD CONSTRAINT "subscription_changes_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_months" ADD CONSTRAINT "usage_months_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_externals_external_key" ON "plan_externals" USING btree ("provider","kind","external_id");--> statement-breakpoint
CREATE INDEX "plan_externals_plan_idx" ON "plan_externals" USING btree ("plan_id");--> statement-breakpoint
CREATE UNIQUE INDEX "purchase_claims_token_key" ON "purchase_claims" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "purchase_claims_user_idx" ON "purchase_claims" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "purchase_claims_email_idx" ON "purchase_claims" USING btree ("email") WHERE "purchase_claims"."used_at" is not null;--> statement-breakpoint
CREATE INDEX "subscription_changes_subscription_idx" ON "subscription_changes" USING btree ("subscription_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_events_external_key" ON "webhook_events" USING btree ("provider","external_id");--> statement-breakpoint
CREATE INDEX "webhook_events_created_idx" ON "webhook_events" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_events_subscription_idx" ON "webhook_events" USING btree ("provider","external_subscription_id");--> statement-breakpoint
CREATE INDEX "webhook_events_open_idx" ON "webhook_events" USING btree ("state","created_at") WHERE "webhook_events"."state" in ('received', 'failed', 'parked');--> statement-breakpoint
CREATE INDEX "webhook_events_raw_idx" ON "webhook_events" USING btree ("created_at") WHERE "webhook_events"."raw_body" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_email_idx" ON "subscriptions" USING btree ("email") WHERE "subscriptions"."email" is not null;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_person_check" CHECK ("subscriptions"."user_id" is not null or "subscriptions"."email" is not null);--> statement-breakpoint
-- The seeds never change a plan that is there already: where there are some, they get what the new columns hold elsewhere.
UPDATE "plans" SET "price_text" = 'Grátis' WHERE "id" = '01930000-0000-7000-8000-000000000001';--> statement-breakpoint
UPDATE "plans" SET "order" = 1 WHERE "id" = '01930000-0000-7000-8000-000000000002';--> statement-breakpoint
UPDATE "plans" SET "order" = 2 WHERE "id" = '01930000-0000-7000-8000-000000000003';
